import { createHash } from 'node:crypto'
import { pick, seeded } from '../kit/random.ts'
import { AUTHORS } from './photos.ts'

/** Music that a service has. Its search and number determine everything about it. */
export interface StockSound {
  /** Hexadecimal. */
  id: string
  number: number
  title: string
  author: string
  /** Null for one whose length the service doesn't know. */
  seconds: number | null
}

/** Sounds of one search, over all pages. */
const SOUNDS_FOUND = 48
const LECTURE_SECONDS = 3 * 60 * 60

const MOODS = ['Calm', 'Bright', 'Warm', 'Slow', 'Happy', 'Late', 'Gentle', 'Restless'] as const
const PIECES = ['piano', 'guitar', 'bells', 'strings', 'marimba', 'synth'] as const
const SCENES = ['for a morning', 'in the rain', 'by the sea', 'on the road', 'before sleep', 'at the market'] as const

export function soundsOf(service: string, words: string): StockSound[] {
  return Array.from({ length: SOUNDS_FOUND }, (_, number): StockSound => {
    const name = `${service} sound ${words.toLowerCase()} ${number}`
    const random = seeded(name)
    const title = `${pick(random, MOODS)} ${pick(random, PIECES)} ${pick(random, SCENES)}`
    const seconds = 12 + Math.floor(random() * 24)
    const length = number % 12 === 3 ? LECTURE_SECONDS : number % 12 === 7 ? null : seconds
    return {
      id: createHash('sha256').update(name).digest('hex').slice(0, 32),
      number,
      title,
      author: pick(random, AUTHORS),
      seconds: length,
    }
  })
}

/** The path of a sound on the media host. */
export function soundPath({ id, seconds }: StockSound): string {
  return `/stock-media/music/${id}/${seconds ?? 20}.wav`
}

const RATE = 22_050
const HEADER_BYTES = 44
/** Semitones above the root: a chord for each bar. */
const CHORDS: readonly (readonly number[])[] = [
  [0, 4, 7],
  [-3, 0, 4],
  [5, 9, 12],
  [-5, -1, 2],
]
const BEATS_A_BAR = 4

/** A mono WAV of 16 bits: chords that change with each bar, a melody, and a click on each beat. */
export function synthesize(id: string, seconds: number): Buffer {
  const random = seeded(`music ${id}`)
  const [beat, root] = [60 / (80 + Math.floor(random() * 50)), 110 * 2 ** (Math.floor(random() * 12) / 12)]
  const melody = Array.from({ length: 16 }, () => Math.floor(random() * 3))
  const samples = seconds * RATE
  const file = Buffer.alloc(HEADER_BYTES + samples * 2)
  writeHeader(file, samples)
  for (let index = 0; index < samples; index += 1) {
    const at = index / RATE
    const beats = at / beat
    const chord = CHORDS[Math.floor(beats / BEATS_A_BAR) % CHORDS.length] ?? []
    const since = (beats % 1) * beat
    const tone = (semitones: number): number => Math.sin(2 * Math.PI * root * 2 ** (semitones / 12) * at)
    const pad = chord.reduce((sum, note) => sum + tone(note), 0) * 0.08
    const note = chord[melody[Math.floor(beats) % melody.length] ?? 0] ?? 0
    const lead = tone(note + 24) * Math.exp(-since * 5) * 0.22
    const click = since < 0.02 ? Math.sin(2 * Math.PI * 1500 * since) * 0.3 : 0
    file.writeInt16LE(Math.round(32_767 * (pad + lead + click)), HEADER_BYTES + index * 2)
  }
  return file
}

function writeHeader(file: Buffer, samples: number): void {
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
}
