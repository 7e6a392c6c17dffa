import { hashtagsIn, hashtagText } from '@ninesixteen/shared/publishing/hashtags'
import { Captions, Hash, Save, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import { SaveTemplateDialog } from './save-template-dialog.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import { useTemplates, type TemplateTexts } from './use-templates.ts'

type Texts = Omit<TemplateTexts, 'kind' | 'name'>

export interface TemplateMenuProps {
  /** The texts to save as a template. */
  texts: Texts
  onUse(texts: Texts): void
  /** Adds the hashtags of a group, without number signs. */
  onHashtags(tags: readonly string[]): void
}

/** Next to a post's texts: applies a template or adds hashtags, saves the texts as one, and opens the list to edit or delete them. */
export function TemplateMenu({ texts, onUse, onHashtags }: TemplateMenuProps) {
  const list = useTemplates()
  const [saving, setSaving] = useState<TemplateTexts | null>(null)
  const [isManaging, setManaging] = useState(false)
  const all = list.data ?? []
  const templates = all.filter(({ kind }) => kind !== 'hashtags')
  const groups = all.filter(({ kind }) => kind === 'hashtags')
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
        {groups.length > 0 && <MenuHeading>Hashtags</MenuHeading>}
        {groups.map(({ id, name, description }) => (
          <MenuItem key={id} detail={shorten(description)} onSelect={() => onHashtags(hashtagsIn(description))}>
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Save />} disabled={isEmpty} onSelect={() => setSaving({ kind: 'caption', name: '', ...texts })}>
          Save as template
        </MenuItem>
        <MenuItem
          icon={<Hash />}
          onSelect={() =>
            setSaving({
              kind: 'hashtags',
              name: '',
              caption: '',
              description: hashtagText(hashtagsIn(`${texts.caption} ${texts.description}`)),
            })
          }
        >
          Save hashtags
        </MenuItem>
        <MenuItem icon={<Settings2 />} disabled={all.length === 0} onSelect={() => setManaging(true)}>
          Edit or delete templates
        </MenuItem>
      </Menu>
      {saving && <SaveTemplateDialog start={saving} onClose={() => setSaving(null)} />}
      <TemplatesDialog open={isManaging} onOpenChange={setManaging} />
    </>
  )
}

const DETAIL_MAX = 60

function shorten(text: string): string {
  return text.length <= DETAIL_MAX ? text : `${text.slice(0, DETAIL_MAX - 1).trimEnd()}…`
}
