// What is known about the position, as layers that are switched on one by one. The server finds them in the background;
// a layer that is off costs nothing.

import {button, element} from './dom.js'
import {legendDialog} from './legend.js'
import {BLACK, WHITE, colorWord} from './position.js'
import {shortNumber} from './words.js'

/** Layers by name: the text of the button, the key, and the layer to request of the server. */
const LAYERS = [
  {name: 'settled', text: 'Settled', key: 'T', want: 'safety', help: 'Points whose owner is proved'},
  {
    name: 'groups',
    text: 'Groups',
    key: 'G',
    want: 'groups',
    help: 'Which groups live or are dead, and how sure that is',
  },
  {name: 'kos', text: 'Ko and seki', key: 'K', want: 'groups', help: 'Kos, and groups in seki'},
  {name: 'endgame', text: 'Endgame', key: 'E', want: 'regions', help: 'Open regions with the worth of a move there'},
  {name: 'ownership', text: 'Ownership', key: 'W', want: 'ownership', help: 'Whose each point is likely to become'},
]
const SIGNS = {alive: 'circle', dead: 'cross', seki: 'square', critical: 'diamond', open: null}
const WAIT = 60

export class Layers {
  constructor(app) {
    this.app = app
    this.on = new Set(app.settings.layers.filter((name) => LAYERS.some((layer) => layer.name === name)))
    /** The layers that the server has sent for the position shown, by its names. */
    this.known = new Map()
    this.buttons = new Map()
    this.chips = element('div', {class: 'chips', role: 'group', 'aria-label': 'Layers'})
    for (const layer of LAYERS) {
      const {name, text, key, help} = layer
      const attributes = {title: `${help} (${key})`, 'aria-pressed': 'false'}
      this.buttons.set(
        name,
        button(text, () => this.toggle(name), attributes),
      )
    }
    this.chips.append(...this.buttons.values(), button('Legend', () => legendDialog(), {class: 'plain', title: 'What the signs on the board mean'}))
    this.showButtons()
    app.on('position', () => this.onPosition())
    app.on('connection', (state) => state === 'ready' && this.onPosition())
  }

  toggle(name) {
    if (this.app.hidesKnowledge) {
      this.app.say('Hidden while you solve a problem.')
      return
    }
    if (!this.on.delete(name)) this.on.add(name)
    this.app.settings.set({layers: [...this.on]})
    this.showButtons()
    this.draw()
    this.request()
  }

  showButtons() {
    for (const [name, chip] of this.buttons) chip.setAttribute('aria-pressed', String(this.on.has(name)))
  }

  /** Keys of the layers, for the table of keys: `[key, help, action]`. */
  keys() {
    return LAYERS.map(({name, key, text}) => [key.toLowerCase(), `Layer: ${text}`, () => this.toggle(name)])
  }

  onPosition() {
    this.known.clear()
    clearTimeout(this.timer)
    // With an arrow key held down many positions pass; only one that stays is requested.
    this.timer = setTimeout(() => this.ask(), WAIT)
  }

  ask() {
    const {app} = this
    if (!app.connection.isReady || app.hidesKnowledge) return
    const {record} = app
    const node = record.current
    const lookup = app.ask('position', 'position')
    lookup.then(
      (answer) => this.onAnswer(answer),
      (error) => this.onFault(error, record, node),
    )
    this.request()
  }

  onAnswer(answer) {
    this.known.set('position', answer)
    const color = colorWord(this.app.position.toPlay)
    this.app.illegal = new Map(answer.illegal[color].map(([name, why]) => [this.app.position.point(name), why]))
    this.draw()
  }

  /** A move that the rules of the game forbid, such as a superko, is taken back. */
  onFault(error, record, node) {
    this.app.fail(error)
    const isNewMove = error.code === 'bad_game' && node === record.current && node.move && record.canUndo
    if (isNewMove && node.children.length === 0) record.undo()
  }

  /** Requests the layers that are on and not known. */
  request() {
    const {app} = this
    const want = new Set(LAYERS.filter(({name}) => this.on.has(name)).map((layer) => layer.want))
    for (const [name, answer] of this.known) if (answer.is_final !== false) want.delete(name)
    app.connection.freeSlot('layers')
    this.showBusy(want)
    if (want.size === 0 || !app.connection.isReady || app.hidesKnowledge) return
    const onProgress = (progress) => {
      this.known.set(progress.layer, progress)
      if (progress.is_final !== false) want.delete(progress.layer)
      this.showBusy(want)
      this.draw()
    }
    const done = () => this.showBusy(new Set())
    app
      .ask('layers', 'layers', {want: [...want], seconds: Number(app.settings.readingSeconds)}, onProgress)
      .then(done, (error) => {
        done()
        app.fail(error)
      })
  }

  showBusy(want) {
    for (const layer of LAYERS) {
      const isBusy = this.on.has(layer.name) && want.has(layer.want)
      this.buttons.get(layer.name).classList.toggle('busy', isBusy)
    }
  }

  draw() {
    const {board} = this.app
    const has = (name) => this.on.has(name)
    board.draw('territory', has('settled') ? this.settledItems() : [])
    board.draw('groups', [...(has('groups') ? this.groupItems() : []), ...(has('kos') ? this.koItems() : [])])
    board.draw('regions', has('endgame') ? this.regionItems() : [])
    board.draw('worths', has('endgame') ? this.regionSpots() : [])
    board.draw('ownership', has('ownership') ? this.ownershipItems() : [])
    this.app.tell('layers', this.known)
  }

  settledItems() {
    const safety = this.known.get('safety')
    if (!safety) return []
    const items = []
    for (const color of [BLACK, WHITE]) {
      const of = safety[colorWord(color)]
      const ways = [
        ['benson', 'even if its owner never answers'],
        ['static', 'if its owner answers'],
        ['search', 'by search'],
      ]
      for (const [way, text] of ways) {
        for (const point of this.points(of[way])) {
          items.push({kind: 'territory', point, color, size: way === 'benson' ? 0.6 : 0.4, title: `Proved: ${text}`})
        }
      }
    }
    for (const point of this.points(safety.dame)) {
      items.push({kind: 'territory', point, color: 0, size: 0.2, title: 'Neutral point'})
    }
    // Under a stone of the owner nothing is drawn; on a dead stone the owner of the point is.
    const {stones} = this.app.position
    return items.filter(({point, color}) => stones[point] !== color)
  }

  groupItems() {
    const groups = this.known.get('groups')?.groups ?? []
    return groups.flatMap((group) => this.signs(group))
  }

  koItems() {
    const items = this.points(this.known.get('position')?.kos ?? []).map((point) => ({
      kind: 'label',
      point,
      text: 'Ko',
    }))
    const seki = (this.known.get('groups')?.groups ?? []).filter(({status}) => status === 'seki')
    return [...items, ...seki.flatMap((group) => this.signs(group))]
  }

  /** The signs of a group: a shape on each stone, thin where it is estimated, and the moves that decide. */
  signs(group) {
    const items = []
    const shape = SIGNS[group.status]
    const className = `status ${group.status} ${group.trust}`
    if (shape)
      for (const point of this.points(group.stones))
        items.push({kind: shape, point, class: className, title: group.sentence})
    if (group.status !== 'critical') return items
    for (const [name, text] of [
      ['kill', '†'],
      ['live', '♥'],
    ]) {
      const point = this.app.position.point(group[name] ?? '')
      if (point >= 0) items.push({kind: 'spot', point, text: group.kill === group.live ? '!' : text, class: 'key'})
    }
    return items
  }

  /** Regions that are counted, dashed where that is an estimate, and what is taken for granted. */
  regionItems() {
    const regions = this.known.get('regions')
    if (!regions) return []
    const isCounted = ({temperature}) => temperature !== null && temperature >= 0
    const counted = regions.regions.filter(isCounted).flatMap(({points, trust, text}) => [
      {kind: 'fill', points: this.points(points), class: 'shade'},
      {kind: 'outline', points: this.points(points), class: `region-1 ${trust}`, title: text},
    ])
    const given = (regions.given?.facts ?? []).map(({points, text}) => ({
      kind: 'outline',
      points: this.points(points),
      class: 'given',
      title: `Taken for granted: ${text}`,
    }))
    return [...given, ...counted]
  }

  /** The best play of the side to move in each region with what it gains a move; neutral points have no number. */
  regionSpots() {
    const regions = this.known.get('regions')
    if (!regions) return []
    const trust = new Map(regions.regions.map((region) => [region.name, region.trust]))
    return regions.plays[colorWord(this.app.position.toPlay)].map((play, i) => ({
      kind: 'spot',
      point: this.app.position.point(play.move),
      text: play.miai > 0 ? shortNumber(play.miai) : '·',
      class: `region ${trust.get(play.region) ?? ''}${i === 0 ? ' best' : ''}${play.miai > 0 ? '' : ' neutral'}`,
      title: play.worth,
    }))
  }

  ownershipItems() {
    const mean = this.known.get('ownership')?.mean ?? []
    return mean.flatMap((value, point) => {
      if (value === null || Math.abs(value) < 0.08) return []
      const color = value > 0 ? BLACK : WHITE
      return [
        {kind: 'territory', point, color, size: Math.abs(value), class: 'guess', title: `${Math.round(value * 100)} %`},
      ]
    })
  }

  points(names) {
    return (names ?? []).map((name) => this.app.position.point(name)).filter((point) => point >= 0)
  }
}
