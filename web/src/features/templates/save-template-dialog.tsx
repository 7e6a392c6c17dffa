import { CAPTION_MAX, POST_DESCRIPTION_MAX, TEMPLATE_NAME_MAX } from '@ninesixteen/shared/api/limits'
import type { CaptionTemplate } from '@ninesixteen/shared/api/templates'
import { cleanHashtags, HASHTAG_LENGTH_MAX, HASHTAGS_MAX, hashtagsIn, hashtagText } from '@ninesixteen/shared/publishing/hashtags'
import { useId, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit, DiscardGuard } from '../../components/discard-guard.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { TagsField } from '../../components/tags-field.tsx'
import styles from './templates.module.css'
import { saveProblem, useSaveTemplate, type TemplateTexts } from './use-templates.ts'

export interface SaveTemplateDialogProps {
  /** Initial texts; with an id, the template to edit. */
  start: TemplateTexts & { id?: string }
  onClose(): void
  onSaved?(template: CaptionTemplate): void
}

/** Errors of missing fields, after the user has left them. */
function missingFields(texts: Omit<TemplateTexts, 'kind'>, visited: ReadonlySet<string>) {
  const lacksName = texts.name.trim() === ''
  const lacksText = texts.caption.trim() === '' && texts.description.trim() === ''
  return {
    incomplete: lacksName || lacksText,
    name: lacksName && visited.has('name') ? 'Please enter a template name' : null,
    text: lacksText && visited.has('description') ? 'Please enter a caption or description to save' : null,
  }
}

const HASHTAG_LIMITS = { most: HASHTAGS_MAX, length: HASHTAG_LENGTH_MAX }

const TITLES: Record<TemplateTexts['kind'], { title: string; description: string }> = {
  caption: { title: 'Save Template', description: 'Save a caption and a description to reuse.' },
  hashtags: { title: 'Save hashtags', description: 'Save hashtags to add to your posts with one click.' },
}

/** Saves a caption and a description, or hashtags, under a name. */
export function SaveTemplateDialog({ start, onClose, onSaved }: SaveTemplateDialogProps) {
  const form = useId()
  // A server of 0.2.0 sends no kind.
  const kind = start.kind === 'hashtags' ? 'hashtags' : 'caption'
  const [texts, setTexts] = useState<Omit<TemplateTexts, 'kind'>>({
    name: start.name,
    caption: start.caption,
    description: start.description,
  })
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const save = useSaveTemplate((template) => {
    onSaved?.(template)
    onClose()
  })
  const problems = missingFields(texts, visited)
  const isDirty = texts.name !== start.name || texts.caption !== start.caption || texts.description !== start.description
  const change = (name: keyof typeof texts, value: string): void => {
    setTexts((previous) => ({ ...previous, [name]: value }))
    if (save.isError) save.reset()
  }
  const field = (name: keyof typeof texts) => ({
    value: texts[name],
    onBlur: () => setVisited((previous) => new Set(previous).add(name)),
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...TITLES[kind]}
      closeOnOutsideClick={false}
      footer={<DialogSubmit form={form} disabled={problems.incomplete} busy={save.isPending} label="Save" busyLabel="Saving..." />}
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setVisited(new Set(['name', 'caption', 'description']))
          if (!problems.incomplete) save.mutate({ kind, ...texts, ...(start.id === undefined ? {} : { id: start.id }) })
        }}
      >
        <DiscardGuard isDirty={isDirty} title={kind === 'caption' ? 'Discard this template?' : 'Discard these hashtags?'} />
        <TextField
          label={kind === 'caption' ? 'Template name' : 'Name'}
          maxLength={TEMPLATE_NAME_MAX}
          error={problems.name}
          {...field('name')}
        />
        {kind === 'hashtags' ? (
          <TagsField
            label="Hashtags"
            hint="Press Enter or comma after each hashtag."
            tags={hashtagsIn(texts.description)}
            limits={HASHTAG_LIMITS}
            onChange={(tags) => change('description', hashtagText(cleanHashtags(tags)))}
          />
        ) : (
          <>
            <TextArea
              label="Caption"
              maxLength={CAPTION_MAX}
              hint={<span className={styles.counter}>{`${texts.caption.length}/${CAPTION_MAX}`}</span>}
              {...field('caption')}
            />
            <TextArea
              label="Description"
              className={styles.description}
              maxLength={POST_DESCRIPTION_MAX}
              error={problems.text}
              {...field('description')}
            />
          </>
        )}
        {save.isError && <Notice kind="bad">{saveProblem(save.error)}</Notice>}
      </form>
    </Dialog>
  )
}
