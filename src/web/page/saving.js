// Records out: as a file of the browser, in the folder of the program, to the clipboard; and the question before a
// record with changes makes way for another. A file of games is saved with all of them.

import {choose, openDialog} from './dialog.js'
import {download, element} from './dom.js'
import {Collection, keepHeader} from './sgf_text.js'

export class Saving {
  constructor(app) {
    this.app = app
    addEventListener('beforeunload', (event) => this.hasChanges && event.preventDefault())
  }

  /** The record of the user, also while another lies over it. */
  get record() {
    return this.app.below[0]?.record ?? this.app.record
  }

  get hasChanges() {
    return this.record.unsaved || Boolean(this.record.source?.collection.unsaved)
  }

  /** Whether the record may make way for another: it has no changes, they were saved, or the user gives them up. */
  async mayReplace() {
    if (!this.hasChanges) return true
    const text = 'The record shown has changes that are not in a file. Undo brings it back as long as this page is open.'
    const answer = await choose('Not saved', text, ['Save first', 'Go on without saving', 'Cancel'])
    if (answer === 'Save first') return this.save()
    return answer === 'Go on without saving'
  }

  /** The text of one game: that of the file if nothing was changed, else what was not changed as it stands there. */
  async textOf(record) {
    const {source} = record
    if (source && !record.unsaved) return source.collection.games[source.number]
    const {sgf} = await this.app.connection.ask('record_text', {tree: record.toTree()})
    return source ? keepHeader(sgf, source.collection.games[source.number], record.changedHeader()) : sgf
  }

  /** Puts the changes of a record into its file of games; the file itself is not saved by that. */
  async keepInCollection(record) {
    const {source} = record
    if (!source || !record.unsaved) return
    source.collection.replace(source.number, await this.textOf(record))
    source.collection.unsaved = true
    record.setSource(source.collection, source.number)
    record.unsaved = false
  }

  /** The text of the whole file that a record belongs to. */
  async wholeText(record) {
    if (!record.source) {
      record.setSource(new Collection(await this.textOf(record)), 0)
      record.unsaved = false
      return record.source.collection.text
    }
    await this.keepInCollection(record)
    return record.source.collection.text
  }

  /** Saves the file. A promise of whether it was saved. */
  async save() {
    const {app, record} = this
    try {
      if (record.inFolder) return await this.saveInFolder(record.inFolder.name)
      if (app.hello?.folder) return await this.saveDialog()
      return await this.download(record.fileName || 'game.sgf')
    } catch (error) {
      app.fail(error)
      return false
    }
  }

  async download(name) {
    const {record} = this
    const text = await this.wholeText(record)
    download(new Blob([text], {type: 'application/x-go-sgf'}), name)
    this.isSaved(record, name)
    return true
  }

  /** Where to: the folder of the program under a name, or a file of the browser. */
  saveDialog() {
    const name = element('input', {type: 'text', value: this.record.fileName || 'game.sgf', 'aria-label': 'Name of the file'})
    return new Promise((resolve) => {
      let isSaved = false
      const named = () => (/\.sgf$/i.test(name.value.trim()) ? name.value.trim() : `${name.value.trim() || 'game'}.sgf`)
      const attempt = async (way) => {
        try {
          isSaved = await way(named())
        } catch (error) {
          this.app.fail(error)
        }
        return isSaved
      }
      openDialog(
        'Save the record',
        element('label', {class: 'field'}, element('span', {text: 'Name of the file'}), name),
        [
          ['Save in the folder', () => attempt((file) => this.saveInFolder(file))],
          ['Download', () => attempt((file) => this.download(file))],
          ['Cancel', () => {}],
        ],
        () => resolve(isSaved),
      )
      name.select()
    })
  }

  /** Writes into the folder; a file that was changed by others since it was read is not written over unasked. */
  async saveInFolder(name) {
    const {app, record} = this
    const text = await this.wholeText(record)
    let revision = record.inFolder?.name === name ? record.inFolder.revision : null
    for (;;) {
      try {
        const saved = await app.connection.ask('file_write', {name, text, revision})
        record.inFolder = {name, revision: saved.revision}
        this.isSaved(record, name)
        return true
      } catch (error) {
        if (error.code !== 'conflict') {
          record.source.collection.unsaved = true
          throw error
        }
        record.source.collection.unsaved = true
        const answer = await choose('Not saved yet', `${name} is there already, or was changed by another program.`, [
          'Cancel',
          'Write over it',
        ])
        if (answer !== 'Write over it') return false
        revision = (await app.connection.ask('file_read', {name})).revision
      }
    }
  }

  isSaved(record, name) {
    const {collection} = record.source
    collection.unsaved = false
    collection.name = name
    record.unsaved = false
    record.fileName = name
    const games = collection.games.length > 1 ? `, all ${collection.games.length} games` : ''
    this.app.say(`Saved: ${name}${games}.`)
  }

  async copy() {
    const {app} = this
    try {
      await navigator.clipboard.writeText(await this.textOf(app.record))
      app.say('The record is in the clipboard.')
    } catch (error) {
      app.fail(error)
    }
  }
}
