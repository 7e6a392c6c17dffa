import { composeShow, photosOf } from '@ninesixteen/server/testing/looks/look-slideshows'
import { measureSlide, type SlideMeasures } from '@ninesixteen/server/testing/looks/measure-slide'
import { lookIds, slidePainter, writtenShows, type Format, type LookId } from '../../../scripts/looks.mjs'
import { atLeast, atMost, type BenchGate, type BenchTable, quantile } from '../table.ts'

const FORMATS: readonly Format[] = ['9:16', '4:5', '3:4', '1:1', '2:3']
const TOPICS = 20
const PHOTO_SETS = ['starter', 'varied', 'none'] as const
/** The layout before there were looks. */
const BASELINE: LookId = 'classic'

interface Measured extends SlideMeasures {
  look: LookId
  format: Format
  isCover: boolean
}

interface Run {
  measured: Measured[]
  /** Slides whose photo an earlier slide of the slideshow shows. */
  repeats: Map<LookId, number>
  shows: number
}

/** Draws every `step`th of 300 slideshows in the looks in turn, and each also in the baseline. */
async function measureShows(step: number): Promise<Run> {
  const [shows, paint, looks] = [
    await writtenShows(TOPICS),
    await slidePainter(),
    (await lookIds()).filter((id) => id !== BASELINE && id !== 'brand'),
  ]
  const all = PHOTO_SETS.flatMap((set) => shows.map((show) => ({ set, show })))
  const photos = { starter: await photosOf('starter'), varied: await photosOf('varied'), none: await photosOf('none') }
  const measured: Measured[] = []
  const repeats = new Map<LookId, number>()
  const chosen = all.filter((_, at) => at % step === 0)
  for (const [at, { set, show }] of chosen.entries()) {
    const look = looks[at % looks.length] ?? BASELINE
    for (const worn of new Set([look, BASELINE])) {
      const slides = await composeShow(show, worn, photos[set])
      const paths = slides.flatMap(({ slide }) => slide.backgroundImage ?? [])
      repeats.set(worn, (repeats.get(worn) ?? 0) + paths.length - new Set(paths).size)
      for (const slide of slides) {
        for (const format of FORMATS) {
          const measures = await measureSlide(slide, format, paint)
          measured.push({ ...measures, look: worn, format, isCover: slide.role === 'cover' })
        }
      }
    }
  }
  return { measured, repeats, shows: chosen.length }
}

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)
const least = (values: readonly number[]): number => (values.length === 0 ? NaN : Math.min(...values))

function busyShare(slides: readonly SlideMeasures[]): number {
  const sum = (of: 'letters' | 'busyLetters'): number => slides.reduce((total, slide) => total + slide[of], 0)
  return (100 * sum('busyLetters')) / Math.max(1, sum('letters'))
}

function rowOf(name: string, slides: readonly Measured[]): (string | number)[] {
  const contrasts = known(slides.map(({ contrast }) => contrast))
  const row = [
    name,
    slides.length,
    least(contrasts),
    (100 * contrasts.filter((value) => value < CONTRAST_MIN).length) / Math.max(1, contrasts.length),
    least(known(slides.map(({ emphasisContrast }) => emphasisContrast))),
    busyShare(slides),
    least(slides.map(({ smallest }) => smallest)),
    100 *
      quantile(
        slides.filter(({ isCover }) => isCover).map(({ filled }) => filled),
        0.5,
      ),
    slides.filter(({ hasLostWord }) => hasLostWord).length,
  ]
  // A look may emphasise without a color, and a part of the slideshows may lack covers.
  return row.map((value) => (Number.isNaN(value) ? '-' : value))
}

const COLUMNS = ['', 'slides', 'contrast', 'below 4.5 %', 'of emphasis', 'busy %', 'smallest px', 'cover width %', 'lone last word']
/** Percent of the slide's width. */
const COVER_WIDTH_MIN = 75
/** WCAG 2: body text, and large text such as emphasised words of a title. */
const [CONTRAST_MIN, LARGE_CONTRAST_MIN] = [4.5, 3]

/** Every seventh slideshow includes each look, type and photo set. */
const QUICK_STEP = 7

/** Slideshows of the sandbox's writer in every look and format, drawn with and without their texts. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<BenchTable[]> {
  const { measured, repeats, shows } = await measureShows(isQuick ? QUICK_STEP : 1)
  const looks = [...new Set(measured.map(({ look }) => look))]
  const styled = measured.filter(({ look }) => look !== BASELINE)
  const byLook = looks.map((look) => ({ look, slides: measured.filter((slide) => slide.look === look) }))
  const contrasts = known(styled.map(({ contrast }) => contrast))
  const covers = styled.filter(({ isCover, format }) => isCover && format === '9:16').map(({ filled }) => 100 * filled)
  const gates: BenchGate[] = [
    atLeast('contrast, worst slide', { value: least(contrasts), limit: CONTRAST_MIN, unit: 'to 1' }),
    atLeast('contrast of emphasised words, worst slide', {
      value: least(known(styled.map((one) => one.emphasisContrast))),
      limit: LARGE_CONTRAST_MIN,
      unit: 'to 1',
    }),
    atMost('letters over a busy area', { value: busyShare(styled), limit: 5, unit: '%' }),
    atLeast('smallest text in Bold, 9:16', {
      value: least(measured.filter(({ look, format }) => look === 'bold' && format === '9:16').map(({ smallest }) => smallest)),
      limit: 44,
      unit: 'px of 1080',
    }),
    atLeast('cover width filled, median', { value: quantile(covers, 0.5), limit: COVER_WIDTH_MIN, unit: '%' }),
  ]
  return [
    {
      title: `${shows} slideshows in twelve looks, and the same in Classic, as before; all formats`,
      columns: [...COLUMNS, 'repeated photos'],
      rows: byLook.map(({ look, slides }) => [...rowOf(look, slides), repeats.get(look) ?? 0]),
      gates,
    },
    {
      title: 'The same by format, Classic left out',
      columns: COLUMNS,
      rows: FORMATS.map((format) =>
        rowOf(
          format,
          styled.filter((slide) => slide.format === format),
        ),
      ),
      gates: [],
    },
  ]
}
