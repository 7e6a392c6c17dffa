import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { actions } from './actions.ts'
import type { ActionId } from './actions.ts'
import type { EditorAction } from './editor-action.ts'
import { isMac, printKeys } from '../keyboard/keyboard.ts'
import { useActionContext, useDocumentChanges } from '../document/session-context.ts'

export interface ActionButtonProps {
  action: ActionId
  size?: 'small' | 'medium'
  /** Shows the label next to the icon. */
  words?: boolean
  /** Replaces the action's label. */
  label?: string
  pressed?: boolean
  danger?: boolean
  className?: string | undefined
}

/** A button for one of the editor's actions: icon, name and shortcut come from the action. */
export function ActionButton({ action: id, size = 'medium', words = false, label, pressed, danger, className }: ActionButtonProps) {
  const context = useActionContext()
  useDocumentChanges()
  const action: EditorAction = actions[id]
  const Icon = action.icon
  const [keys] = action.keys
  const refusal = action.refusal?.(context) ?? null
  const isOff = refusal !== null || !action.enabled(context)
  const shared = {
    className,
    // Not `disabled`: the button would lose focus after the last undo, and keyboard users couldn't reach the reason for a refusal.
    'aria-disabled': isOff || undefined,
    onClick: () => {
      if (!isOff) action.run(context)
      else if (refusal !== null) context.session.store.announce(refusal)
    },
  }
  if (words) {
    return (
      <Button {...shared} size={size} title={refusal ?? undefined} icon={<Icon aria-hidden="true" />}>
        {label ?? action.label}
      </Button>
    )
  }
  return (
    <IconButton
      {...shared}
      label={label ?? action.label}
      hint={refusal ?? undefined}
      shortcut={keys === undefined ? undefined : printKeys(keys, isMac())}
      icon={<Icon aria-hidden="true" />}
      size={size}
      pressed={pressed}
      variant={danger ? 'danger' : 'ghost'}
    />
  )
}
