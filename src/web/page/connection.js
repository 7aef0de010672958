// The web socket to the server: requests with ids, their progress and answers, cancellation, and reconnection with a
// notice. docs/design/web.md has the messages.

export const VERSION = 1
const FIRST_WAIT = 300
const LONGEST_WAIT = 10_000

/** Why a request has no answer. `code` is a code of the contract, or 'lost' if the connection broke. */
export class RequestError extends Error {
  constructor(code, message, at) {
    super(message)
    this.code = code
    this.at = at
  }
}

export class Connection {
  /** `onState(state, hello)` is called with 'ready' (and the server's hello), 'lost' or 'refused'. */
  constructor(url, onState) {
    this.url = url
    this.onState = onState
    this.state = 'connecting'
    this.waiting = new Map()
    this.slots = new Map()
    this.nextId = 1
    this.wait = FIRST_WAIT
    this.open()
  }

  get isReady() {
    return this.state === 'ready'
  }

  /**
   * Sends a request. Gives a promise of the answer, with `cancel()`. The promise fails with a `RequestError`.
   * `onProgress(message)` gets what comes before.
   */
  ask(name, fields = {}, onProgress = () => {}) {
    if (!this.isReady && name !== 'hello')
      return failed(new RequestError('lost', 'There is no connection to the program.'))
    const id = this.nextId
    this.nextId += 1
    const answer = new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject, onProgress}))
    answer.cancel = () => this.cancel(id)
    this.socket.send(JSON.stringify({...fields, id, ask: name}))
    return answer
  }

  /** The same, after cancelling the request that was made in this slot before; that one has no further effect. */
  askInSlot(slot, name, fields, onProgress = () => {}) {
    this.freeSlot(slot)
    const answer = this.ask(name, fields, (progress) => this.slots.get(slot) === answer && onProgress(progress))
    this.slots.set(slot, answer)
    const isLatest = () => this.slots.get(slot) === answer
    const guarded = answer.then(
      (value) => (isLatest() ? value : never()),
      (error) => (isLatest() ? Promise.reject(error) : never()),
    )
    return guarded
  }

  /** Cancels what runs in a slot. */
  freeSlot(slot) {
    this.slots.get(slot)?.cancel()
    this.slots.delete(slot)
  }

  // Helpers.

  cancel(id) {
    if (!this.waiting.has(id) || !this.isReady) return
    this.ask('cancel', {of: [id]}).catch(() => {})
  }

  open() {
    const socket = new WebSocket(this.url)
    this.socket = socket
    socket.onopen = () => this.greet()
    socket.onmessage = ({data}) => this.receive(JSON.parse(data))
    socket.onclose = () => this.lose()
  }

  async greet() {
    try {
      const hello = await this.ask('hello', {version: VERSION})
      this.wait = FIRST_WAIT
      this.change('ready', hello)
    } catch (error) {
      if (error.code === 'version') this.change('refused')
    }
  }

  receive(message) {
    const request = this.waiting.get(message.id)
    if (!request) return
    if (message.progress) {
      request.onProgress(message.progress)
      return
    }
    this.waiting.delete(message.id)
    const {error} = message
    if (error) request.reject(new RequestError(error.code, error.message, error.at))
    else request.resolve(message.answer)
  }

  lose() {
    const requests = [...this.waiting.values()]
    this.waiting.clear()
    this.slots.clear()
    for (const {reject} of requests) reject(new RequestError('lost', 'The connection to the program was lost.'))
    if (this.state === 'refused') return
    this.change('lost')
    setTimeout(() => this.open(), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }

  change(state, hello) {
    if (state === this.state && state !== 'ready') return
    this.state = state
    this.onState(state, hello)
  }
}

function failed(error) {
  const answer = Promise.reject(error)
  answer.cancel = () => {}
  return answer
}

function never() {
  return new Promise(() => {})
}
