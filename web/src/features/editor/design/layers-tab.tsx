import type { BoxRef } from '@ninesixteen/shared/slide/box'
import { MoveDown, MoveUp, Pencil } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { StoredPhoto } from '../../../components/stored-photo.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { useEditorSession } from '../document/session-context.ts'
import { backdropCss } from './background-fields.tsx'
import panelStyles from './design-panel.module.css'
import { LayerRow } from './layer-row.tsx'
import styles from './layers-tab.module.css'
import { useLayerDrag } from './use-layer-drag.ts'
import { useLayers, type Layers } from './use-layers.ts'

/** All boxes of the slide from front to back, and its background. */
export function LayersTab() {
  const layers = useLayers()
  const hint = useId()
  return (
    <div className={panelStyles.sections}>
      <LayerTools layers={layers} />
      <p id={hint} className="visually-hidden">
        Alt with an arrow key moves the layer, F2 renames it, Control or Shift selects several, Delete removes it.
      </p>
      <LayerList layers={layers} hint={hint} />
    </div>
  )
}

/** Changes of the selected layers: also for those who can neither drag nor use a keyboard. */
function LayerTools({ layers }: { layers: Layers }) {
  const { selection } = layers
  const [first] = selection
  return (
    <div className={styles.tools} role="toolbar" aria-label="Selected layers">
      <ActionButton action="front" size="small" />
      <IconButton
        size="small"
        label="Move forward"
        icon={<MoveUp aria-hidden="true" />}
        aria-disabled={selection.length === 0 || undefined}
        onClick={() => layers.move(selection, 'forward')}
      />
      <IconButton
        size="small"
        label="Move backward"
        icon={<MoveDown aria-hidden="true" />}
        aria-disabled={selection.length === 0 || undefined}
        onClick={() => layers.move(selection, 'backward')}
      />
      <ActionButton action="back" size="small" />
      <span className={panelStyles.gap} />
      <IconButton
        size="small"
        label="Rename"
        icon={<Pencil aria-hidden="true" />}
        aria-disabled={selection.length !== 1 || undefined}
        onClick={() => selection.length === 1 && first !== undefined && layers.setRenaming(first)}
      />
      <ActionButton action="remove" size="small" danger />
    </div>
  )
}

function LayerList({ layers, hint }: { layers: Layers; hint: string }) {
  const { slide, entries, selection, active, renaming } = layers
  const { list, drag, press, handlers } = useLayerDrag(layers.drop)
  const moved: readonly BoxRef[] = drag ? layers.withSelection(drag.ref) : []
  const dropAt = (index: number): 'above' | 'below' | null => {
    if (drag?.gap === index) return 'above'
    return drag?.gap === entries.length && index === entries.length - 1 ? 'below' : null
  }
  return (
    <ol ref={list} className={styles.layers} aria-label="Layers, front to back" data-dragging={drag !== null || undefined} {...handlers}>
      {entries.map((entry, index) => (
        <LayerRow
          key={entry.ref}
          slide={slide}
          entry={entry}
          selected={selection.includes(entry.ref)}
          active={entry.ref === active}
          renaming={entry.ref === renaming}
          hint={hint}
          drop={dropAt(index)}
          dragged={moved.includes(entry.ref)}
          onPress={(event) => press(event, entry.ref)}
          onClick={(event) => layers.click(event, entry)}
          onFocus={() => layers.setActive(entry.ref)}
          onKeyDown={(event) => layers.keyDown(event, entry)}
          onRename={(name) => layers.rename(entry, name)}
          onLock={() => layers.toggle(entry, 'locked')}
          onHide={() => layers.toggle(entry, 'hidden')}
        />
      ))}
      <BackgroundRow />
    </ol>
  )
}

/** The slide's background is always at the back. */
function BackgroundRow() {
  const { store } = useEditorSession()
  const { backgroundImage, backdrop } = store.slide()
  return (
    <li className={styles.layer}>
      <button type="button" className={styles.main} data-row onClick={() => store.setState({ design: { isOpen: true, tab: 'photo' } })}>
        <span className={styles.grip} data-fixed aria-hidden="true">
          {backgroundImage === null ? (
            <span className={styles.preview} style={{ background: backdropCss(backdrop) }} />
          ) : (
            <StoredPhoto path={backgroundImage} variant="thumbnail" alt="" className={styles.preview ?? ''} />
          )}
        </span>
        <span className={styles.words}>Background</span>
      </button>
    </li>
  )
}
