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
  /** With its words, not the icon alone. */
  words?: boolean
  /** Words other than the action's own. */
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
  const refused = {
    // Not `disabled`: the reason has to be reachable by keyboard.
    'aria-disabled': true as const,
    className,
    onClick: () => context.session.store.say(refusal ?? ''),
  }
  const shared = refusal === null ? { className, disabled: !action.enabled(context), onClick: () => action.run(context) } : refused
  if (words) {
    return (
      <Button {...shared} size={size} icon={<Icon aria-hidden="true" />}>
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
