import { ALTERNATIVES_WANTED } from '@ninesixteen/shared/api/limits'
import { Flame, ListChecks, Minimize2, RefreshCw, Sparkles, Speech } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../../components/menu.tsx'
import { useEditorSession, useEditorUi } from '../session-context.ts'
import type { RewriteWish } from './rewriter.ts'

export interface RewriteMenuProps {
  slideId: string
  /** Null for all texts of the slide. */
  boxId: string | null
  className?: string | undefined
}

/** Ways in which the model writes a text, or all texts of the slide, anew. */
export function RewriteMenu({ slideId, boxId, className }: RewriteMenuProps) {
  const { rewriter } = useEditorSession()
  const ui = useEditorUi()
  const start = (how: RewriteWish['how']): void => rewriter.start({ slideId, boxId, how, tone: '' })
  const trigger =
    boxId === null ? (
      <Button size="small" className={className} icon={<Sparkles aria-hidden="true" />}>
        Rewrite slide
      </Button>
    ) : (
      <IconButton size="small" label="Rewrite" icon={<Sparkles aria-hidden="true" />} />
    )
  return (
    <Menu trigger={trigger}>
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
    </Menu>
  )
}
