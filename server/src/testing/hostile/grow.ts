import { decodeCost } from '../../image-decoding/decode-cost.ts'
import { readHeader } from '../../image-decoding/read-header.ts'
import { png } from './png.ts'

/** Prints as JSON how much the process grows from twenty simultaneous bombs. The first refusal loads everything and doesn't count. */
const bomb = png({ width: 16_000, height: 16_000 })
const refusal = () =>
  readHeader(bomb)
    .then(decodeCost)
    .then(
      () => false,
      () => true,
    )
await refusal()
const before = process.resourceUsage().maxRSS
const answers = await Promise.all(Array.from({ length: 20 }, refusal))
const grownMegabytes = (process.resourceUsage().maxRSS - before) / 1024
process.stdout.write(JSON.stringify({ refused: answers.filter(Boolean).length, grownMegabytes }))
