import { ImagePlus, Layers, Move, Palette, SlidersHorizontal, Wrench } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../components/class-names.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { actions } from '../actions/actions.ts'
import { AddTools, BoxTools, PhotoTools, TextTools, ViewTools } from '../controls/controls.tsx'
import controlStyles from '../controls/controls.module.css'
import { FilmStrip } from '../film-strip/film-strip.tsx'
import { Levels } from '../controls/levels.tsx'
import styles from './phone-tray.module.css'
import { FullscreenButton } from '../header/header-buttons.tsx'
import { useActionContext, useEditor } from '../document/session-context.ts'

const PANELS = [
  { id: 'slides', label: 'Slides', icon: Layers },
  { id: 'add', label: 'Add', icon: ImagePlus },
  { id: 'look', label: 'Light', icon: SlidersHorizontal },
  { id: 'box', label: 'Box', icon: Move },
  { id: 'more', label: 'More', icon: Wrench },
] as const
type PanelId = (typeof PANELS)[number]['id']

/** Shows one group of controls at a time, so that the stage stays visible on a phone. */
export function PhoneTray() {
  const [shown, setShown] = useState<PanelId>('slides')
  const context = useActionContext()
  return (
    <div className={styles.tray} data-tray>
      <div className={styles.panel} role="group" aria-label="Slide controls">
        <Panel id={shown} />
      </div>
      <div className={styles.tabs} role="group" aria-label="Editor tools">
        {PANELS.map(({ id, label, icon: Icon }) => (
          <button key={id} type="button" className={styles.tab} aria-pressed={shown === id} onClick={() => setShown(id)}>
            <Icon aria-hidden="true" />
            {label}
          </button>
        ))}
        <button type="button" className={styles.tab} aria-expanded={false} data-opens-design onClick={() => actions.design.run(context)}>
          <Palette aria-hidden="true" />
          Design
        </button>
      </div>
    </div>
  )
}

function Panel({ id }: { id: PanelId }) {
  const selected = useEditor((state) => state.history.present.selection.length > 0)
  switch (id) {
    case 'slides':
      return <FilmStrip />
    case 'add':
      return (
        <div className={classNames(controlStyles.row, styles.buttons)}>
          <AddTools />
          <TextTools />
          <PhotoTools />
        </div>
      )
    case 'look':
      return <Levels />
    case 'box':
      return selected ? <BoxTools /> : <p className={styles.hint}>Tap a box to move and align it. Pinch to resize it.</p>
    case 'more':
      return (
        <div className={classNames(controlStyles.row, styles.buttons)}>
          <ActionButton action="versions" words size="small" />
          <FullscreenButton words />
          <ViewTools />
        </div>
      )
    default:
      return id satisfies never
  }
}
