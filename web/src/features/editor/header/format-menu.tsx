import { FORMATS } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { isAdjusted } from '@ninesixteen/shared/slide/in-format'
import { ChevronDown, RotateCcw } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { FormatShape } from '../../../components/format-shape.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../../components/menu.tsx'
import { FORMAT_NAMES } from '../../../app/format-choice.ts'
import { showFormat } from '../actions/format-actions.ts'
import { useEditor, useEditorSession } from '../document/session-context.ts'
import styles from './format-menu.module.css'

const OPTIONS = FORMATS.map((value) => ({ value, label: `${value} ${FORMAT_NAMES[value]}` }))

/** Switches the format in which the slideshow is shown, edited and exported. */
export function FormatMenu() {
  const { store } = useEditorSession()
  const { format } = useEditor((state) => state.history.present)
  const slides = useEditor((state) => state.history.present.doc.slides)
  const adjusted = slides.filter((slide) => isAdjusted(slide, format))
  const reset = (): void => {
    store.perform({ type: 'reset-format', slideIds: adjusted.map(({ id }) => id) })
    store.announce(`${format} is laid out automatically again`)
  }
  return (
    <Menu
      trigger={
        <Button
          size="small"
          variant="ghost"
          className={styles.trigger}
          icon={<FormatShape format={format} />}
          aria-label={`Format: ${format} ${FORMAT_NAMES[format]}`}
        >
          {format}
          <ChevronDown aria-hidden="true" className={styles.chevron} />
        </Button>
      }
    >
      <MenuChoice<Format> label="Format" stacked value={format} options={OPTIONS} onChange={(next) => showFormat(store, next)} />
      {adjusted.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<RotateCcw aria-hidden="true" />}
            detail={adjusted.length === 1 ? 'Adjusted on one slide' : `Adjusted on ${adjusted.length} slides`}
            onSelect={reset}
          >
            Reset {format} to automatic
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
