import type { PlanSlot, PlanSlotState } from '@ninesixteen/shared/api/content-plan'
import { LOOKS } from '@ninesixteen/shared/looks/looks'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { CalendarClock, Check, Lightbulb, Pencil, RefreshCw, SkipForward } from 'lucide-react'
import { memo, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { SlideView } from '../../components/slide-view.tsx'
import styles from './content-plan.module.css'

export interface SlotActions {
  approve(slot: PlanSlot): void
  edit(slot: PlanSlot, field: 'text' | 'time'): void
  rewrite(slot: PlanSlot, keepsIdea: boolean): void
  skip(slot: PlanSlot): void
  select(slot: PlanSlot): void
  help(): void
}

interface SlotCardProps {
  slot: PlanSlot
  zone: string
  isSelected: boolean
  /** Why it could not be approved. */
  problem: string | null
  actions: SlotActions
}

const STATES: Partial<Record<PlanSlotState, string>> = {
  open: 'Waits for an idea',
  idea: 'Writing the slides',
  slideshow: 'Writing the captions',
  approving: 'Being scheduled',
}

/** How far a finger moves to approve or skip, in CSS pixels. */
const SWIPE_PX = 96

/** A planned slideshow with its slides and captions. Its keyboard shortcuts work while it has focus. */
export const SlotCard = memo(function SlotCard({ slot, zone, isSelected, problem, actions }: SlotCardProps) {
  const isPlanned = slot.state === 'planned'
  const when = shownMoment(new Date(slot.at), zone)
  const title = slot.hook === '' ? 'No idea yet' : slot.hook
  const swipe = useSwipe((isRight) => (isRight ? actions.approve(slot) : actions.skip(slot)), isPlanned)
  const formats = slot.posts.map((post) => post.format ?? MAIN_FORMAT)
  const format = formats.includes(MAIN_FORMAT) ? MAIN_FORMAT : (formats[0] ?? MAIN_FORMAT)
  const slides = useMemo(() => slot.slides.map((slide) => inFormat(slide, format)), [slot.slides, format])
  return (
    <li className={styles.item}>
      <article
        className={styles.card}
        tabIndex={0}
        aria-label={`${title}, ${when}`}
        data-slot={slot.id}
        data-selected={isSelected || undefined}
        onKeyDown={(event) => slotKeys(event, { slot, actions })}
      >
        <header className={styles.cardHead} {...swipe}>
          <input
            type="checkbox"
            className={styles.check}
            aria-label={`Select ${title}`}
            checked={isSelected}
            disabled={!isPlanned}
            onChange={() => actions.select(slot)}
          />
          <div className={styles.words}>
            <h2 className={styles.hook}>{title}</h2>
            <p className={styles.when}>
              {when}
              {STATES[slot.state] !== undefined && ` · ${STATES[slot.state]}`}
              {slot.look !== null && ` · ${LOOKS[slot.look].label}`}
            </p>
          </div>
        </header>
        {problem !== null && <Notice kind="bad">{problem}</Notice>}
        {slides.length > 0 && (
          <ol className={styles.slides} tabIndex={0} aria-label="Slides">
            {slides.map((slide, index) => (
              <li key={slide.id} style={{ aspectRatio: format.replace(':', ' / ') }}>
                <SlideView slide={slide} alt={`Slide ${index + 1} of ${slides.length}`} className={styles.slide} />
              </li>
            ))}
          </ol>
        )}
        {slot.posts.map((post) => (
          <div key={`${post.platform} ${post.accountId}`} className={styles.post}>
            <p className={styles.account}>
              <span data-platform={post.platform} className={styles.platform}>
                {PLATFORMS[post.platform].label}
              </span>{' '}
              @{post.username ?? post.accountId} · {shownMoment(new Date(post.at), zone)}
              {post.isApproved
                ? ' · Scheduled'
                : post.silentAt !== null && ` · Approved by silence ${shownMoment(new Date(post.silentAt), zone)}`}
            </p>
            <p className={styles.caption}>{post.caption}</p>
            {post.description !== '' && <p className={styles.description}>{post.description}</p>}
          </div>
        ))}
        {isPlanned && (
          <div className={styles.actions}>
            <Button size="small" variant="primary" icon={<Check />} onClick={() => actions.approve(slot)}>
              Approve
            </Button>
            <IconButton label="Edit" shortcut="E" icon={<Pencil />} onClick={() => actions.edit(slot, 'text')} />
            <IconButton label="Move" shortcut="M" icon={<CalendarClock />} onClick={() => actions.edit(slot, 'time')} />
            <IconButton label="Other idea" shortcut="I" icon={<Lightbulb />} onClick={() => actions.rewrite(slot, false)} />
            <IconButton label="Write again" shortcut="R" icon={<RefreshCw />} onClick={() => actions.rewrite(slot, true)} />
            <IconButton label="Skip" shortcut="S" icon={<SkipForward />} onClick={() => actions.skip(slot)} />
          </div>
        )}
      </article>
    </li>
  )
})

interface SlotKeysOptions {
  slot: PlanSlot
  actions: SlotActions
}

const NEIGHBOUR: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

function slotKeys(event: KeyboardEvent<HTMLElement>, { slot, actions }: SlotKeysOptions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
  const step = NEIGHBOUR[event.key]
  if (step !== undefined) {
    const all = [...document.querySelectorAll<HTMLElement>('[data-slot]')]
    const next = all[all.indexOf(event.currentTarget) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
    return
  }
  const planned: Readonly<Record<string, () => void>> = {
    a: () => actions.approve(slot),
    e: () => actions.edit(slot, 'text'),
    m: () => actions.edit(slot, 'time'),
    i: () => actions.rewrite(slot, false),
    r: () => actions.rewrite(slot, true),
    s: () => actions.skip(slot),
    x: () => actions.select(slot),
    ' ': () => actions.select(slot),
  }
  const act = event.key === '?' ? actions.help : slot.state === 'planned' ? planned[event.key] : undefined
  if (!act) return
  event.preventDefault()
  act()
}

/** Touch only: a mouse has the buttons. */
function useSwipe(onSwipe: (isRight: boolean) => void, isEnabled: boolean) {
  const start = useRef<number | null>(null)
  const shift = (target: HTMLElement, distance: number) => target.style.setProperty('--swipe', `${distance}px`)
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent<HTMLElement>) => {
      start.current = isEnabled && pointerType === 'touch' ? clientX : null
    },
    onPointerMove: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      if (start.current !== null) shift(currentTarget, clientX - start.current)
    },
    onPointerUp: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      const distance = start.current === null ? 0 : clientX - start.current
      start.current = null
      shift(currentTarget, 0)
      if (Math.abs(distance) >= SWIPE_PX) onSwipe(distance > 0)
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      start.current = null
      shift(currentTarget, 0)
    },
  }
}
