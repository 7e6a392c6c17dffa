import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { ActionButton } from '../actions/action-button.tsx'
import styles from './controls.module.css'
import { useEditor } from '../document/session-context.ts'

/** Alignment and stacking of the selected boxes; spacing for three or more. */
export function ArrangeTools() {
  const count = useEditor((state) => state.history.present.selection.length)
  const format = useEditor((state) => state.history.present.format)
  return (
    <div className={styles.arrange} role="group" aria-label={count > 1 ? 'Align to each other' : 'Align to the slide'}>
      <ActionButton action="alignLeft" size="small" />
      <ActionButton action="alignCentre" size="small" />
      <ActionButton action="alignRight" size="small" />
      <ActionButton action="alignTop" size="small" />
      <ActionButton action="alignMiddle" size="small" />
      <ActionButton action="alignBottom" size="small" />
      {count > 2 && (
        <>
          <ActionButton action="distributeX" size="small" />
          <ActionButton action="distributeY" size="small" />
        </>
      )}
      <ActionButton action="front" size="small" />
      <ActionButton action="back" size="small" />
      {format !== MAIN_FORMAT && <ActionButton action="resetPlace" size="small" />}
    </div>
  )
}
