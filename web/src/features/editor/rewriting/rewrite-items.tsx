import { ALTERNATIVES_WANTED } from '@ninesixteen/shared/api/limits'
import { Feather, Flame, Languages, ListChecks, Minimize2, RefreshCw, Speech, SpellCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { MenuChoice, MenuItem, MenuSeparator } from '../../../components/menu.tsx'
import { useEditor, useEditorSession, useEditorUi } from '../document/session-context.ts'
import type { RewriteInstruction, RewriteTarget } from './rewriter.ts'
import type { WordingTarget } from './tone-dialog.tsx'

type Scope = 'slide' | 'all'

const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'slide', label: 'This' },
  { value: 'all', label: 'All' },
]

/** Ways to rewrite a box, a slide, or all slides. */
export function RewriteItems({ slideId, boxId }: Omit<RewriteTarget, 'isAll'>) {
  const { rewriter } = useEditorSession()
  const ui = useEditorUi()
  const hasSlides = useEditor(({ history }) => history.present.doc.slides.length > 1)
  const [scope, setScope] = useState<Scope>('slide')
  const target: RewriteTarget = { slideId, boxId, isAll: boxId === null && scope === 'all' }
  const item = (how: RewriteInstruction['how'], icon: ReactNode, label: string) => (
    <MenuItem icon={icon} onSelect={() => rewriter.start({ ...target, how, tone: '' })}>
      {label}
    </MenuItem>
  )
  const askFor = (how: 'tone' | 'translate'): void => {
    const wording: WordingTarget = { ...target, how }
    ui.askTone(wording)
  }
  return (
    <>
      {boxId === null && hasSlides && (
        <>
          <MenuChoice<Scope> label="Slides" value={scope} options={SCOPES} onChange={setScope} />
          <MenuSeparator />
        </>
      )}
      {item('again', <RefreshCw aria-hidden="true" />, 'Write again')}
      {item('shorter', <Minimize2 aria-hidden="true" />, 'Shorter')}
      {item('punchier', <Flame aria-hidden="true" />, 'Punchier')}
      {item('simpler', <Feather aria-hidden="true" />, 'Simpler')}
      {item('spelling', <SpellCheck aria-hidden="true" />, 'Fix spelling')}
      <MenuItem icon={<Speech aria-hidden="true" />} onSelect={() => askFor('tone')}>
        Other tone…
      </MenuItem>
      <MenuItem icon={<Languages aria-hidden="true" />} onSelect={() => askFor('translate')}>
        Other language…
      </MenuItem>
      {boxId !== null && item('alternatives', <ListChecks aria-hidden="true" />, `${ALTERNATIVES_WANTED} alternatives…`)}
    </>
  )
}
