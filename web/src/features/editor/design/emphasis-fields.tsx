import { emphasise, lookOfEmphasis, type EmphasisLook } from '@ninesixteen/shared/slide/emphasis'
import type { TextBox } from '@ninesixteen/shared/slide/model'
import { Bold } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import type { Palette } from './color-chooser.tsx'
import { ColorRows, type ColorField } from './color-rows.tsx'
import styles from './emphasis-fields.module.css'
import { wordsOf } from './words-of.ts'
import type { TextStyler } from './use-text-styling.ts'

const FIELDS = [
  { id: 'color', label: 'Word', fallback: 'As the text' },
  { id: 'highlight', label: 'Plate', fallback: 'None' },
  { id: 'underline', label: 'Underline', fallback: 'None' },
] as const satisfies readonly { id: keyof EmphasisLook; label: string; fallback: string }[]

const FIRST_LOOK: EmphasisLook = { color: '#ffd60a' }
const HEAVY = 900

/** Which words of a text are emphasised, and how. All of them look alike. */
export function EmphasisFields({ styler, box, palettes }: { styler: TextStyler; box: TextBox; palettes: readonly Palette[] }) {
  const { emphasis = [] } = box
  const [chosen, setChosen] = useState(FIRST_LOOK)
  const [first] = emphasis
  const look = first ? lookOfEmphasis(first) : chosen
  const isEmphasised = (at: number): boolean => emphasis.some(({ start, end }) => at >= start && at < end)
  const change = (fields: { [K in keyof EmphasisLook]?: EmphasisLook[K] | null }): void => {
    const next = Object.fromEntries(Object.entries({ ...look, ...fields }).filter(([, value]) => value !== null)) as EmphasisLook
    setChosen(next)
    if (first) styler.preview({ emphasis: emphasis.map(({ start, end }) => ({ ...next, start, end })) })
  }
  const fields = FIELDS.map(({ id, label, fallback }): ColorField => {
    const value = look[id] ?? null
    return { id, label, fallback, value, drawn: value }
  })
  return (
    <div className={styles.root}>
      <p className={styles.hint}>Choose the words to emphasise.</p>
      <div role="group" aria-label="Words" className={styles.words}>
        {wordsOf(box.text).map(({ start, end, word }) => (
          <button
            key={start}
            type="button"
            className={styles.word}
            aria-pressed={isEmphasised(start)}
            onClick={() => styler.set({ emphasis: emphasise(box, { start, end }, isEmphasised(start) ? null : look) })}
          >
            {word}
          </button>
        ))}
      </div>
      <ColorRows fields={fields} palettes={palettes} onChange={(id, hex) => change({ [id]: hex })} onEnd={styler.end} />
      <div className={styles.foot}>
        <IconButton
          size="small"
          label="Heavier words"
          icon={<Bold aria-hidden="true" />}
          pressed={look.fontWeight !== undefined}
          onClick={() => {
            change({ fontWeight: look.fontWeight === undefined ? HEAVY : null })
            styler.end()
          }}
        />
        {first && (
          <Button size="small" variant="ghost" onClick={() => styler.set({ emphasis: null })}>
            Remove emphasis
          </Button>
        )}
      </div>
    </div>
  )
}
