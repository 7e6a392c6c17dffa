import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitReader, BitWriter } from './bits.ts'
import { avcDecoderConfig } from './decoder-config.ts'
import { readKeyFrame } from './key-frame.ts'
import { lengthPrefixed, nalUnit, payloadOf, splitAnnexB } from './nal-units.ts'
import { parseParameterSets, type H264Stream } from './parameter-sets.ts'
import { heldPlace, skipFrame } from './skip-frame.ts'

const plain: H264Stream = {
  profile: 66,
  width: 1080,
  height: 1920,
  macroblocks: 8160,
  sequenceSetId: 0,
  pictureSetId: 0,
  frameNumBits: 4,
  orderBits: 0,
  bottomFieldOrder: false,
  redundantPictures: false,
  manyReferences: false,
  weightedPrediction: false,
  deblockingControl: false,
}

/** The bits of a byte string, written as the standard lists the fields. */
function bytesOf(bits: string): number[] {
  const all = bits.replaceAll(' ', '')
  return (all.padEnd(Math.ceil(all.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}

const bytes = fc.uint8Array({ maxLength: 60 })
/** Bytes with many zeros and ones, in which start codes are likely. */
const risky = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 255), { maxLength: 60 }).map((list) => Uint8Array.from(list))

describe('numbers', () => {
  test.each([
    [0, '1'],
    [1, '010'],
    [2, '011'],
    [3, '00100'],
    [8160, '000000000000 1111111100001'],
  ])('%d in the Exp-Golomb code is %s', (value, code) => {
    const writer = new BitWriter()
    writer.unsigned(value)
    expect([...writer.finish()]).toEqual(bytesOf(`${code} 1`))
  })

  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -70_000, max: 70_000 })), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (signed, wide) => {
        const writer = new BitWriter()
        for (const value of signed) {
          writer.signed(value)
          writer.unsigned(Math.abs(value))
          writer.bits(Math.abs(value) % 8, 3)
        }
        writer.bits(wide, 32)
        const reader = new BitReader(writer.finish())
        for (const value of signed) {
          expect([reader.signed() + 0, reader.unsigned(), reader.bits(3)]).toEqual([value, Math.abs(value), Math.abs(value) % 8])
        }
        expect([reader.bits(32), reader.flag()]).toEqual([wide, true])
      }),
    )
  })

  test('beyond the end there are none', () => {
    expect(() => new BitReader(Uint8Array.from([0, 0])).unsigned()).toThrow(RangeError)
    expect(() => new BitReader(new Uint8Array(9)).unsigned()).toThrow(RangeError)
  })
})

describe('NAL units', () => {
  test('are found between start codes of three and four bytes', () => {
    const units = splitAnnexB(Uint8Array.from([0xff, 0, 0, 0, 1, 0x67, 0x42, 0, 0, 1, 0x68, 0xce, 0, 0, 0, 0, 0, 1, 0x65, 1, 0, 3, 0, 0]))
    expect(units.map((unit) => [...unit])).toEqual([
      [0x67, 0x42],
      [0x68, 0xce],
      [0x65, 1, 0, 3],
    ])
    expect(splitAnnexB(new Uint8Array(5))).toEqual([])
  })

  test('whatever they hold, they are found again, and their payload is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(bytes, risky), { minLength: 1, maxLength: 6 }), (payloads) => {
        const closed = payloads.map((payload) => Uint8Array.from([...payload, 0x80]))
        const units = closed.map((payload) => nalUnit(0x65, payload))
        const stream = Uint8Array.from(units.flatMap((unit, index) => [...(index % 2 === 0 ? [0] : []), 0, 0, 1, ...unit]))
        const found = splitAnnexB(stream)
        expect(found).toEqual(units)
        expect(found.map(payloadOf)).toEqual(closed)
      }),
    )
  })

  test('have their lengths before them in a file', () => {
    expect([...lengthPrefixed([Uint8Array.of(1, 2, 3), Uint8Array.of(4)])]).toEqual([0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 1, 4])
  })
})

describe('a skipped picture', () => {
  const written = (changes: Partial<H264Stream>, index = 1): number[] => [...skipFrame({ ...plain, ...changes }, heldPlace(index))]
  const run = '000000000000 1111111100001'

  test('is a header and one run over all macroblocks', () => {
    expect(written({})).toEqual([0x61, ...bytesOf(`1 00110 1 0001 0 0 0 1 ${run} 1`)])
  })

  test('has every field that the parameter sets ask for', () => {
    const changes = {
      pictureSetId: 2,
      frameNumBits: 5,
      orderBits: 6,
      bottomFieldOrder: true,
      redundantPictures: true,
      manyReferences: true,
      weightedPrediction: true,
      deblockingControl: true,
    }
    expect(written(changes, 3)).toEqual([0x61, ...bytesOf(`1 00110 011 00011 000110 1 1 1 1 0 1 1 0 0 0 1 010 ${run} 1`)])
  })

  test('counts on and wraps at the end of its field', () => {
    expect(written({}, 17)).toEqual(written({}, 1))
    expect(written({ orderBits: 4 }, 15)).toEqual([0x61, ...bytesOf(`1 00110 1 1111 1110 0 0 0 1 ${run} 1`)])
    expect(written({ orderBits: 4 }, 16)).toEqual([0x61, ...bytesOf(`1 00110 1 0000 0000 0 0 0 1 ${run} 1`)])
  })

  test('holds no start code', () => {
    const payload = payloadOf(skipFrame({ ...plain, frameNumBits: 16, orderBits: 16 }, heldPlace(65_536)))
    expect([...payload]).toEqual(bytesOf(`1 00110 1 ${'0'.repeat(32)} 0 0 0 1 ${run} 1`))
    expect(skipFrame({ ...plain, frameNumBits: 16, orderBits: 16 }, heldPlace(65_536)).length).toBeGreaterThan(payload.length + 1)
  })
})

/** A sequence set from its fields after the level. */
function sequence(fields: string, profile = 66): Uint8Array {
  const head = [profile, 0, 31].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return nalUnit(0x67, Uint8Array.from(bytesOf(`${head} ${fields} 1`)))
}
const picture = (fields: string): Uint8Array => nalUnit(0x68, Uint8Array.from(bytesOf(`${fields} 1`)))

/** 68 x 120 macroblocks. */
const size = '0000001000100 0000001111000'
/** Cropped by 4 samples of chroma at the right. */
const crop = '1 1 00101 1 1'
const oneReference = '010'
/** Set 0; frame_num of 4 bits, order by decoding; one reference, no gaps; whole frames. */
const goodSequence = `1 1 011 ${oneReference} 0 ${size} 1 1 ${crop} 0`
/** Set 0 of sequence set 0; no CABAC, no order of bottom fields, one group, one reference, no weights, QP 26. */
const goodPicture = '1 1 0 0 1 1 1 0 00 1 1 1 0 0 0'
/** Usability information with everything in it, up to the decoders. */
const usability =
  `1 11111111 ${'0'.repeat(32)} 1 0 1 101 0 1 ${'0'.repeat(24)} 1 1 1 1 ${'0'.repeat(65)} ` +
  `1 1 ${'0'.repeat(8)} 1 1 0 ${'0'.repeat(20)} 0 0 0`

describe('parameter sets', () => {
  const parsed = (sequenceFields: string, pictureFields = goodPicture, profile?: number) =>
    parseParameterSets(sequence(sequenceFields, profile), picture(pictureFields))

  test('of a stream that skipped pictures can be written for', () => {
    expect(parsed(goodSequence)).toEqual(plain)
  })

  test('say how slice headers look', () => {
    const everything = `011 00100 1 010 ${oneReference} 0 ${size} 1 1 0 0`
    expect(parsed(everything, '010 011 0 1 1 010 1 1 00 1 1 1 1 0 1')).toEqual({
      ...plain,
      width: 1088,
      sequenceSetId: 2,
      pictureSetId: 1,
      frameNumBits: 7,
      orderBits: 5,
      bottomFieldOrder: true,
      redundantPictures: true,
      manyReferences: true,
      weightedPrediction: true,
      deblockingControl: true,
    })
  })

  test('of a higher profile without its tools', () => {
    expect(parsed(`1 010 1 1 0 0 1 011 ${oneReference} 0 ${size} 1 1 ${crop} 0`, goodPicture, 100)).toEqual({ ...plain, profile: 100 })
  })

  test.each([
    ['shown in decoding order', '1 1 1 1 1 1 1', plain],
    ['with B pictures', '1 1 1 1 1 010 010', null],
  ])('with usability information, %s', (_, restriction, expected) => {
    expect(parsed(`1 1 011 ${oneReference} 0 ${size} 1 1 ${crop} 1 ${usability} 1 ${restriction}`)).toEqual(expected)
    expect(parsed(`1 1 011 ${oneReference} 0 ${size} 1 1 ${crop} 1 ${usability} 0`)).toEqual(plain)
  })

  test.each<[string, string, string, number]>([
    ['arithmetic coding', goodSequence, '1 1 1 0 1 1 1 0 00 1 1 1 0 0 0', 77],
    ['slice groups', goodSequence, '1 1 0 0 010 1 1 1 0 00 1 1 1 0 0 0', 66],
    ['a picture set of another sequence set', goodSequence, '1 010 0 0 1 1 1 0 00 1 1 1 0 0 0', 66],
    ['no reference picture', `1 1 011 1 0 ${size} 1 1 ${crop} 0`, goodPicture, 66],
    ['fields', `1 1 011 ${oneReference} 0 ${size} 0 0 1 ${crop} 0`, goodPicture, 66],
    ['picture order of type 1', `1 1 010 0 1 1 1 ${oneReference} 0 ${size} 1 1 ${crop} 0`, goodPicture, 66],
    ['chroma of 4:2:2', `1 011 1 1 0 0 1 011 ${oneReference} 0 ${size} 1 1 ${crop} 0`, goodPicture, 122],
    ['samples of 9 bits', `1 010 010 1 0 0 1 011 ${oneReference} 0 ${size} 1 1 ${crop} 0`, goodPicture, 110],
    ['a scaling matrix', `1 010 1 1 0 1 1 011 ${oneReference} 0 ${size} 1 1 ${crop} 0`, goodPicture, 100],
  ])('with %s are refused', (_, sequenceFields, pictureFields, profile) => {
    expect(parsed(sequenceFields, pictureFields, profile)).toBeNull()
  })

  test('that are cut off anywhere are refused, and so are others', () => {
    const whole = [sequence(goodSequence), picture(goodPicture)] as const
    for (let length = 0; length < whole[0].length - 1; length++)
      expect(parseParameterSets(whole[0].subarray(0, length), whole[1])).toBeNull()
    for (let length = 0; length < whole[1].length - 1; length++)
      expect(parseParameterSets(whole[0], whole[1].subarray(0, length))).toBeNull()
    expect(parseParameterSets(whole[1], whole[0])).toBeNull()
    fc.assert(fc.property(bytes, bytes, (a, b) => void parseParameterSets(Uint8Array.of(0x67, ...a), Uint8Array.of(0x68, ...b))))
  })
})

describe('avcC', () => {
  test('has both sets, lengths of four bytes, Constrained Baseline and level 4.2, whatever the encoder said', () => {
    const [sequenceSet, pictureSet] = [sequence(goodSequence), picture(goodPicture)]
    const { codec, description } = avcDecoderConfig(sequenceSet, pictureSet)
    expect(sequenceSet[3]).toBe(31)
    const patched = sequenceSet.with(2, 0xc0).with(3, 42)
    expect(codec).toBe('avc1.42c02a')
    expect([...description]).toEqual([1, 0x42, 0xc0, 42, 0xff, 0xe1, 0, patched.length, ...patched, 1, 0, pictureSet.length, ...pictureSet])
  })
})

describe('a key picture', () => {
  const sets = [sequence(goodSequence), picture(goodPicture)] as const
  /** First macroblock 0, all I, picture set 0, frame_num, idr_pic_id 0, then whatever. */
  const keySlice = (fields = '1 0001000 1 0000 1 1111'): Uint8Array => nalUnit(0x65, Uint8Array.from(bytesOf(`${fields} 1`)))
  const stream = (...units: Uint8Array[]): Uint8Array => Uint8Array.from(units.flatMap((unit) => [0, 0, 0, 1, ...unit]))
  const delimiter = Uint8Array.of(9, 0x10)

  test('comes with its parameter sets, the next ones with the same or none', () => {
    const first = readKeyFrame(stream(delimiter, ...sets, keySlice(), keySlice()), null)
    expect(first).toEqual({ stream: plain, sequenceSet: sets[0], pictureSet: sets[1], slices: [keySlice(), keySlice()] })
    expect(readKeyFrame(stream(...sets, keySlice()), first)).toEqual({ ...first, slices: [keySlice()] })
    expect(readKeyFrame(stream(keySlice()), first)).toEqual({ ...first, slices: [keySlice()] })
  })

  test('is not what comes otherwise', () => {
    const first = readKeyFrame(stream(...sets, keySlice()), null)
    const other = sequence(goodSequence.replace('1 1 011', '010 1 011'))
    expect(readKeyFrame(stream(keySlice()), null)).toBeNull()
    expect(readKeyFrame(stream(...sets), null)).toBeNull()
    expect(readKeyFrame(stream(...sets, nalUnit(0x41, Uint8Array.of(0x9a, 0x80))), null)).toBeNull()
    expect(readKeyFrame(stream(...sets, keySlice(), nalUnit(0x41, Uint8Array.of(0x9a, 0x80))), null)).toBeNull()
    expect(readKeyFrame(stream(other, sets[1], keySlice()), first)).toBeNull()
    expect(readKeyFrame(stream(sets[0], other, keySlice()), null)).toBeNull()
    expect(readKeyFrame(stream(...sets, keySlice('1 0001000 1 0001 1 1111')), null)).toBeNull()
    expect(readKeyFrame(stream(...sets, keySlice('1 0001000 010 0000 1 1111')), null)).toBeNull()
    expect(readKeyFrame(stream(...sets, Uint8Array.of(0x65, 0x80)), null)).toBeNull()
    expect(readKeyFrame(new Uint8Array(3), null)).toBeNull()
  })
})
