import { ImageIcon } from 'lucide-react'
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { MEDIA_BLOCK } from '@ninesixteen/shared/api/limits'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useQueries } from '@tanstack/react-query'
import { CompanyLogo } from '../../components/company-logo.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import type { PhotoQuery } from '../../api/library-photos.ts'
import { focusStep } from '../../components/keyboard.ts'
import { blocksAround, type GridLayout, type GridLine, layoutGrid, linesInView } from './grid-layout.ts'
import { useCovers } from '../../components/use-covers.ts'
import styles from './photo-grid.module.css'
import { EmptyTile, PhotoTile, type TileActions } from './photo-tile.tsx'
import { photoCount, type PhotoSection } from './sections.ts'
import { blockQuery } from './library-queries.ts'

/** The photo at an index of the section; undefined while loading. */
type PhotoAt = (place: number) => LibraryPhoto | undefined

/** Loads the rendered range of a section and some photos around it. */
function useBlocks(query: PhotoQuery, section: { id: string; count: number }, drawn: { from: number; to: number }): PhotoAt {
  const { first, last } = blocksAround(drawn, section.count, MEDIA_BLOCK)
  const blocks = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => blockQuery(query, section.id, first + index)),
  })
  return (place) => blocks[Math.floor(place / MEDIA_BLOCK) - first]?.data?.[place % MEDIA_BLOCK]
}

/** Minimum width for three buttons next to the checkbox. */
const BUTTONS_MIN = 132

export interface PhotoGridProps {
  query: PhotoQuery
  sections: readonly PhotoSection[]
  isSelected(id: string): boolean
  linkable: boolean
  actions: TileActions
}

/** Width of the grid and its distance from the top of the page. */
function usePlace() {
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ width: number; top: number } | null>(null)
  useLayoutEffect(() => {
    const grid = ref.current
    if (!grid) return
    const measure = () => {
      const { width, top } = grid.getBoundingClientRect()
      const next = { width, top: Math.round(top + scrollY) }
      setPlace((before) => (before?.width === next.width && before.top === next.top ? before : next))
    }
    measure()
    // Content above the grid, like the list of uploads, moves it without resizing it.
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { ref, place }
}

/** Arrow keys move focus between photos. The neighbours are already rendered, and focus scrolls to them. */
function moveFocus(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const step = focusStep(event.key, columns)
  if (step === null || !(event.target instanceof HTMLInputElement)) return
  const position = Number(event.target.closest('li')?.ariaPosInSet)
  const next = event.currentTarget.querySelector<HTMLInputElement>(`li[aria-posinset="${position + step}"] input[type=checkbox]`)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A virtualized grid: loads and renders only the photos near the viewport. */
export function PhotoGrid(props: PhotoGridProps) {
  const { sections } = props
  const { ref, place } = usePlace()
  const noHover = useMediaQuery('(hover: none)')
  const counts = useMemo(() => sections.map((section) => section.count), [sections])
  const layout = useMemo(() => (place ? layoutGrid(place.width, counts) : null), [place, counts])
  const compact = noHover || (layout !== null && layout.tile < BUTTONS_MIN)
  return (
    <div ref={ref} className={styles.grid} style={{ height: layout?.height }}>
      {layout && place && <VisibleSections {...props} layout={layout} top={place.top} compact={compact} />}
    </div>
  )
}

interface VisibleProps extends PhotoGridProps {
  layout: GridLayout
  top: number
  compact: boolean
}

function VisibleSections({ sections, layout, top, ...tiles }: VisibleProps) {
  const visible = useVisibleLines(layout.lines, top)
  const bySection = Map.groupBy(visible, (line) => line.section)
  return [...bySection].map(([index, found]) => {
    const section = sections[index]
    const rows = found.flatMap((line) => (line.row === null ? [] : [line.row]))
    return (
      section && (
        <Section
          key={section.id}
          section={section}
          place={layout.sections[index]}
          layout={layout}
          first={rows[0] ?? 0}
          last={rows.at(-1) ?? -1}
          {...tiles}
        />
      )
    )
  })
}

interface SectionProps extends Omit<VisibleProps, 'sections' | 'top'> {
  section: PhotoSection
  place: GridLayout['sections'][number] | undefined
  /** First and last row to render. */
  first: number
  last: number
}

function Section({ query, section, place, layout, compact, first, last, isSelected, linkable, actions }: SectionProps) {
  const { company, title, count } = section
  const { columns, tile, gap } = layout
  const id = `section-${section.id}`
  const [from, to] = [first * columns, Math.min(count, (last + 1) * columns)]
  const photoAt = useBlocks(query, section, { from, to })
  return (
    <section className={styles.section} aria-labelledby={id} style={{ top: place?.top, height: place?.height }}>
      <header ref={useCovers('top')} className={styles.head}>
        {company ? (
          <CompanyLogo company={company} size={26} />
        ) : (
          <span className={styles.placeholder} aria-hidden="true">
            <ImageIcon />
          </span>
        )}
        <h2 id={id} className={styles.name}>
          {title}
        </h2>
        <span className={styles.count}>{photoCount(count)}</span>
      </header>
      <ul
        className={styles.tiles}
        aria-label={`Photos of ${company?.name ?? 'no company'}`}
        onKeyDown={(event) => moveFocus(event, columns)}
      >
        {Array.from({ length: Math.max(0, to - from) }, (_, index) => {
          const at = from + index
          const photo = photoAt(at)
          const spot = {
            x: (at % columns) * (tile + gap),
            y: Math.floor(at / columns) * (tile + gap),
            size: tile,
            position: at + 1,
            total: count,
          }
          if (!photo) return <EmptyTile key={at} {...spot} />
          return (
            <PhotoTile
              key={photo.id}
              photo={photo}
              company={company}
              selected={isSelected(photo.id)}
              linkable={linkable}
              compact={compact}
              actions={actions}
              {...spot}
            />
          )
        })}
      </ul>
    </section>
  )
}

/** The viewport at the last event. Reading it during rendering would force a layout. */
let view = { top: 0, height: 0 }

function look(): void {
  view = { top: scrollY, height: innerHeight }
}

function subscribe(changed: () => void): () => void {
  const onChange = () => {
    look()
    changed()
  }
  onChange()
  addEventListener('scroll', onChange, { passive: true })
  addEventListener('resize', onChange)
  return () => {
    removeEventListener('scroll', onChange)
    removeEventListener('resize', onChange)
  }
}

/** The lines in and near the viewport. `top` is the position of the grid on the page. Re-renders only when a line enters or leaves. */
function useVisibleLines(lines: readonly GridLine[], top: number): readonly GridLine[] {
  // A snapshot must be comparable by identity, so the pair is a string.
  const snapshot = useCallback(() => {
    const { first, last } = linesInView(lines, view, top)
    return `${first} ${last}`
  }, [lines, top])
  const [first = 0, last = -1] = useSyncExternalStore(subscribe, snapshot).split(' ').map(Number)
  return lines.slice(first, last + 1)
}
