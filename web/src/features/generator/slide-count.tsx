import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { SLIDE_COUNT_DEFAULT, SLIDE_COUNT_MAX, SLIDE_COUNT_MIN } from '@ninesixteen/shared/text/slide-count'
import { Select } from '../../components/select.tsx'
import { planOf, slideLock, type GeneratorDraft } from './generator-draft.ts'

const slides = (count: number) => (count === 1 ? '1 slide' : `${count} slides`)
const CLOSING = ' + closing slide'
const inAll = (count: number, closingText: string) => `${slides(count)} in total, ending with “${closingText}”.`
const COUNTS = Array.from({ length: SLIDE_COUNT_MAX - SLIDE_COUNT_MIN + 1 }, (_, index) => SLIDE_COUNT_MIN + index)

export interface SlideCountProps {
  draft: GeneratorDraft
  change(patch: Partial<GeneratorDraft>): void
  closingText: string
  /** Number of slides in the open custom slideshow; null for others. */
  customSlides: number | null
  onResizeCustom(count: number): void
}

/** Chooses the number of slides, and shows the total with the closing slide. */
export function SlideCount({ draft, change, closingText, customSlides, onResizeCustom }: SlideCountProps) {
  const lock = slideLock(draft.contentType)
  if (lock !== null) return <LockedCount draft={draft} lock={lock} closingText={closingText} />
  if (draft.contentType === 'custom') {
    const shown = customSlides ?? (draft.slideCount === 'auto' ? SLIDE_COUNT_DEFAULT : draft.slideCount)
    const counts = COUNTS.includes(shown) ? COUNTS : [...COUNTS, shown].toSorted((a, b) => a - b)
    return (
      <Select
        label="Number of slides"
        value={String(shown)}
        options={counts.map((count) => ({ value: String(count), label: slides(count) }))}
        onChange={(value) => {
          change({ slideCount: Number(value) })
          onResizeCustom(Number(value))
        }}
      />
    )
  }
  const auto = planOf(draft, 'auto')
  const closing = auto.likeAndFollow ? CLOSING : ''
  return (
    <Select
      label="Number of slides"
      value={String(draft.slideCount)}
      options={[
        { value: 'auto', label: `Auto: ${slides(auto.written)}${closing}`, detail: 'From the number in your topic' },
        ...COUNTS.map((count) => ({ value: String(count), label: `${slides(count)}${closing}` })),
      ]}
      onChange={(value) => change({ slideCount: value === 'auto' ? 'auto' : Number(value) })}
      hint={auto.likeAndFollow ? inAll(planOf(draft).total, closingText) : undefined}
    />
  )
}

function LockedCount({ draft, lock, closingText }: { draft: GeneratorDraft; lock: number; closingText: string }) {
  const { likeAndFollow, total } = planOf(draft)
  const always = `${CONTENT_TYPES[draft.contentType].label} always has ${lock === 1 ? 'one slide' : slides(lock)}.`
  return (
    <Select
      label="Number of slides"
      value="locked"
      options={[{ value: 'locked', label: `${slides(lock)}${likeAndFollow ? CLOSING : ''}` }]}
      onChange={() => undefined}
      disabled
      hint={likeAndFollow ? inAll(total, closingText) : always}
    />
  )
}
