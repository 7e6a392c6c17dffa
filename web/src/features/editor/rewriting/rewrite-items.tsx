import { ALTERNATIVES_WANTED } from '@ninesixteen/shared/api/limits'
import { Flame, ListChecks, Minimize2, RefreshCw, Speech } from 'lucide-react'
import { MenuItem } from '../../../components/menu.tsx'
import { useEditorSession, useEditorUi } from '../document/session-context.ts'
import type { RewriteTarget, RewriteInstruction } from './rewriter.ts'

export function RewriteItems({ slideId, boxId }: RewriteTarget) {
  const { rewriter } = useEditorSession()
  const ui = useEditorUi()
  const start = (how: RewriteInstruction['how']): void => rewriter.start({ slideId, boxId, how, tone: '' })
  return (
    <>
      <MenuItem icon={<RefreshCw aria-hidden="true" />} onSelect={() => start('again')}>
        Write again
      </MenuItem>
      <MenuItem icon={<Minimize2 aria-hidden="true" />} onSelect={() => start('shorter')}>
        Shorter
      </MenuItem>
      <MenuItem icon={<Flame aria-hidden="true" />} onSelect={() => start('punchier')}>
        Punchier
      </MenuItem>
      <MenuItem icon={<Speech aria-hidden="true" />} onSelect={() => ui.askTone({ slideId, boxId })}>
        Other tone…
      </MenuItem>
      {boxId !== null && (
        <MenuItem icon={<ListChecks aria-hidden="true" />} onSelect={() => start('alternatives')}>
          {ALTERNATIVES_WANTED} alternatives…
        </MenuItem>
      )}
    </>
  )
}
