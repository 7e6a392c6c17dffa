import { photoPlacementSchema } from '@ninesixteen/shared/slide/model'
import { SLIDE_HEIGHT, SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampPlacement, effectsStyle, flipPhoto, panPhoto, placementStyle, turnPhoto, WHOLE_PHOTO, zoomPhoto } from './photo-framing.ts'

const WIDE = { width: 2 * SLIDE_WIDTH, height: SLIDE_HEIGHT }
const CENTRE = { x: SLIDE_WIDTH / 2, y: SLIDE_HEIGHT / 2 }

describe('the part of a photo behind a slide', () => {
  it('moves with the pointer and stops at the edges of the photo', () => {
    expect(panPhoto(WHOLE_PHOTO, { x: 64, y: 0 }, WIDE)).toMatchObject({ x: 0.375, y: 0.5 })
    expect(panPhoto(WHOLE_PHOTO, { x: 500, y: 300 }, WIDE)).toMatchObject({ x: 0.25, y: 0.5 })
    expect(panPhoto(WHOLE_PHOTO, { x: -500, y: 0 }, WIDE)).toMatchObject({ x: 0.75 })
  })

  it('moves by less of the photo when it is enlarged', () => {
    const zoomed = zoomPhoto(WHOLE_PHOTO, { factor: 2, at: CENTRE }, WIDE)
    expect(zoomed).toMatchObject({ zoom: 2, x: 0.5, y: 0.5 })
    expect(panPhoto(zoomed, { x: 64, y: 0 }, WIDE)).toMatchObject({ x: 0.4375 })
  })

  it('keeps the point below the pointer while zooming', () => {
    const corner = { x: SLIDE_WIDTH, y: SLIDE_HEIGHT }
    const zoomed = zoomPhoto(WHOLE_PHOTO, { factor: 2, at: corner }, WIDE)
    // The lower right corner of the slide shows the same share of the photo: 0.5 + half of the part that is seen.
    expect(zoomed.x + 0.25 / 2).toBeCloseTo(0.5 + 0.5 / 2, 4)
    expect(zoomed.y + 0.5 / 2).toBeCloseTo(1, 4)
  })

  it('zooms within limits', () => {
    expect(zoomPhoto(WHOLE_PHOTO, { factor: 100, at: CENTRE }, WIDE).zoom).toBe(4)
    expect(zoomPhoto(WHOLE_PHOTO, { factor: 0.1, at: CENTRE }, WIDE)).toEqual(WHOLE_PHOTO)
  })

  it('moves a whole photo across the free space of the slide', () => {
    const whole = { ...WHOLE_PHOTO, fit: 'blur' as const }
    expect(panPhoto(whole, { x: 30, y: SLIDE_HEIGHT / 8 }, WIDE)).toMatchObject({ x: 0.5, y: 0.25 })
    expect(panPhoto(whole, { x: 0, y: 999 }, WIDE)).toMatchObject({ y: 0 })
  })

  it('is the same after two flips or four turns', () => {
    const placement = { ...WHOLE_PHOTO, x: 0.3, y: 0.6, turns: 1 }
    expect(flipPhoto(flipPhoto(placement))).toEqual(placement)
    expect(turnPhoto(turnPhoto(turnPhoto(turnPhoto(placement))))).toEqual(placement)
  })

  it('is valid after any change', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const side = fc.double({ min: 1, max: 5000, noNaN: true })
    const any = fc.record({
      fit: fc.constantFrom('fill', 'blur', 'plain'),
      x: share,
      y: share,
      zoom: fc.double({ min: 1, max: 4, noNaN: true }),
      flip: fc.boolean(),
      turns: fc.integer({ min: 0, max: 3 }),
    })
    const by = fc.double({ min: -900, max: 900, noNaN: true })
    fc.assert(
      fc.property(any, fc.record({ width: side, height: side }), by, by, (placement, photo, x, y) => {
        const changed = [
          clampPlacement(placement, photo),
          panPhoto(placement, { x, y }, photo),
          zoomPhoto(placement, { factor: Math.abs(x) + 0.1, at: { x, y } }, photo),
          flipPhoto(placement),
          turnPhoto(placement),
        ]
        for (const one of changed) expect(photoPlacementSchema.safeParse(one).success).toBe(true)
      }),
    )
  })
})

describe('the stored fields of a slide', () => {
  it('have no placement for a photo that is not adjusted', () => {
    expect(placementStyle(WHOLE_PHOTO)).toEqual({ photoPlacement: null })
    expect(placementStyle({ ...WHOLE_PHOTO, zoom: 2 })).toEqual({ photoPlacement: { ...WHOLE_PHOTO, zoom: 2 } })
  })

  it('have only effects that are set', () => {
    expect(effectsStyle({ photoEffects: { blur: 3 } }, { vignette: 2 })).toEqual({ photoEffects: { blur: 3, vignette: 2 } })
    expect(effectsStyle({ photoEffects: { blur: 3, filter: 'warm' } }, { filter: null })).toEqual({ photoEffects: { blur: 3 } })
    expect(effectsStyle({ photoEffects: { blur: 3 } }, { blur: 0 })).toEqual({ photoEffects: null })
  })
})
