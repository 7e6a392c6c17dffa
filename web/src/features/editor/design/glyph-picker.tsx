import { ICON_GROUPS } from '@ninesixteen/shared/slide/icons'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { Select } from '../../../components/select.tsx'
import { fetchEmojiIndex, glyphPreviewUrl } from '../../../painter/glyph-previews.ts'
import styles from './design-panel.module.css'
import elements from './elements-tab.module.css'
import picker from './font-picker.module.css'
import { searchGlyphs, type GlyphGroup } from './search-glyphs.ts'

type Kind = 'emoji' | 'icon'

const ICON_INDEX: readonly GlyphGroup[] = Object.entries(ICON_GROUPS).map(([name, names]) => ({
  name,
  slug: 'icons',
  glyphs: names.split(' ').map((key) => ({ key, name: key.replaceAll('-', ' '), words: name.toLowerCase() })),
}))

/** Emoji and icons in groups, with search. */
export function GlyphPicker({ onPick }: { onPick(kind: Kind, key: string, name: string): void }) {
  const [kind, setKind] = useState<Kind>('emoji')
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState('')
  const emoji = useQuery({ queryKey: ['emoji-index'], queryFn: fetchEmojiIndex, staleTime: Infinity })
  const groups = kind === 'icon' ? ICON_INDEX : (emoji.data ?? [])
  const group = groups.find(({ name }) => name === chosen) ?? groups[0]
  const found = query.trim() === '' ? (group ? [group] : []) : searchGlyphs(groups, query)
  return (
    <section className={styles.section} aria-label="Emoji and icons">
      <ChoiceRow<Kind>
        label="Emoji and icons"
        value={kind}
        options={[
          { value: 'emoji', label: 'Emoji' },
          { value: 'icon', label: 'Icons' },
        ]}
        onChange={setKind}
      />
      <div className={picker.search}>
        <Search aria-hidden="true" />
        <input
          type="search"
          aria-label={kind === 'emoji' ? 'Search emoji' : 'Search icons'}
          placeholder={kind === 'emoji' ? 'Search emoji' : 'Search icons'}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {query.trim() === '' && groups.length > 0 && (
        <Select
          label="Group"
          hideLabel
          size="small"
          value={group?.name ?? ''}
          options={groups.map(({ name }) => ({ value: name, label: name }))}
          onChange={setChosen}
        />
      )}
      {emoji.isError && kind === 'emoji' && <p className={picker.none}>The emoji couldn’t be loaded. Check your connection.</p>}
      <GlyphGrid groups={found} label={kind === 'emoji' ? 'Emoji' : 'Icons'} onPick={(key, name) => onPick(kind, key, name)} />
      {found.length === 0 && groups.length > 0 && <p className={picker.none}>Nothing found.</p>}
    </section>
  )
}

interface GlyphGridProps {
  groups: readonly GlyphGroup[]
  label: string
  onPick(key: string, name: string): void
}

/** One tab stop; arrow keys move within it. */
function GlyphGrid({ groups, label, onPick }: GlyphGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState('')
  const id = useId()
  const glyphs = groups.flatMap(({ slug, glyphs: own }) => own.map((glyph) => ({ ...glyph, slug })))
  const stop = glyphs.some(({ key }) => key === active) ? active : glyphs[0]?.key
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const top = buttons[0]?.offsetTop
    const columns = buttons.findIndex((button) => button.offsetTop !== top)
    const row = columns < 0 ? buttons.length : columns
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: row,
      ArrowUp: -row,
      Home: -at,
      End: buttons.length - 1 - at,
    }
    const step = steps[event.key]
    const next = step === undefined ? undefined : buttons[at + step]
    if (step === undefined || at < 0) return
    event.preventDefault()
    event.stopPropagation()
    next?.focus()
  }
  return (
    <div ref={grid} id={id} role="group" aria-label={label} className={elements.grid} onKeyDown={onKeyDown}>
      {glyphs.map(({ key, name, slug }) => (
        <button
          key={key}
          type="button"
          className={elements.glyph}
          aria-label={name}
          title={name}
          tabIndex={key === stop ? 0 : -1}
          onFocus={() => setActive(key)}
          onClick={() => onPick(key, name)}
        >
          <svg aria-hidden="true">
            <use href={glyphPreviewUrl(slug, key)} />
          </svg>
        </button>
      ))}
    </div>
  )
}
