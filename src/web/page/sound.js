// The sound of a stone on wood, made by the browser: a short knock that dies away.

/** Seconds of the sound, and how fast it dies away. */
const LENGTH = 0.09
const FALL = 55
/** The tones of the knock in Hz, each with its share. */
const TONES = [
  [1900, 0.5],
  [870, 0.35],
]
const LOUDNESS = 0.35

export class StoneSound {
  /** Each move that is played or passed to in `app` sounds, unless the settings say otherwise. */
  constructor(app) {
    app.on('played', () => app.settings.sound && this.play())
  }

  play() {
    try {
      this.context ??= new AudioContext()
      this.buffer ??= knock(this.context)
      const source = this.context.createBufferSource()
      source.buffer = this.buffer
      source.connect(this.context.destination)
      source.start()
    } catch {
      // A browser without sound plays none.
    }
  }
}

function knock(context) {
  const {sampleRate} = context
  const buffer = context.createBuffer(1, Math.ceil(LENGTH * sampleRate), sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i += 1) {
    const time = i / sampleRate
    const tone = TONES.reduce((sum, [hertz, share]) => sum + share * Math.sin(2 * Math.PI * hertz * time), 0)
    samples[i] = LOUDNESS * tone * Math.exp(-FALL * time)
  }
  return buffer
}
