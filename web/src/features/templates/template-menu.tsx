import { Captions, Save, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import { SaveTemplateDialog } from './save-template-dialog.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import { useTemplates, type TemplateTexts } from './use-templates.ts'

type Texts = Omit<TemplateTexts, 'name'>

export interface TemplateMenuProps {
  /** The texts to save as a template. */
  texts: Texts
  onUse(texts: Texts): void
}

/** Next to a post's texts: applies a template, saves the texts as one, and opens the list to edit or delete templates. */
export function TemplateMenu({ texts, onUse }: TemplateMenuProps) {
  const list = useTemplates()
  const [isSaving, setSaving] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const templates = list.data ?? []
  const isEmpty = texts.caption.trim() === '' && texts.description.trim() === ''
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size="small" variant="ghost" icon={<Captions aria-hidden="true" />}>
            Templates
          </Button>
        }
      >
        {templates.length === 0 && <MenuHeading>{list.isError ? 'Failed to load user data' : 'No templates yet'}</MenuHeading>}
        {templates.map(({ id, name, caption, description }) => (
          <MenuItem key={id} detail={shorten(caption || description)} onSelect={() => onUse({ caption, description })}>
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Save />} disabled={isEmpty} onSelect={() => setSaving(true)}>
          Save as template
        </MenuItem>
        <MenuItem icon={<Settings2 />} disabled={templates.length === 0} onSelect={() => setManaging(true)}>
          Edit or delete templates
        </MenuItem>
      </Menu>
      {isSaving && <SaveTemplateDialog start={{ name: '', ...texts }} onClose={() => setSaving(false)} />}
      <TemplatesDialog open={isManaging} onOpenChange={setManaging} />
    </>
  )
}

const SHORT = 60

function shorten(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1).trimEnd()}…`
}
