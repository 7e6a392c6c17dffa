import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import { Sparkles } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { Button } from '../../../components/button.tsx'
import { TextArea } from '../../../components/field.tsx'
import { Notice } from '../../../components/notice.tsx'
import { hasTexts } from '../captions/apply-caption.ts'
import { CaptionPanel } from '../captions/caption-panel.tsx'
import type { Captions } from '../captions/use-captions.ts'
import type { ScheduleValues } from './schedule-values.ts'
import styles from './form.module.css'

export interface TextFieldsProps {
  caption: string
  description: string
  errors: { caption: string | null; description: string | null }
  /** How platforms change the texts. */
  notes: readonly string[]
  register: UseFormRegister<ScheduleValues>
  captions: Captions
  Templates: ComponentType<TemplateSlotProps>
  /** The switch that credits found photos. */
  credits: ReactNode
  onUse: TemplateSlotProps['onUse']
}

/** Caption and description, shared by all accounts. */
export function TextFields({ caption, description, errors, notes, register, captions, Templates, credits, onUse }: TextFieldsProps) {
  const texts = { caption, description }
  const { write, isWriting, undo } = captions
  return (
    <div className={styles.texts}>
      <div className={styles.tools}>
        {write && (
          <Button
            size="small"
            variant="ghost"
            icon={<Sparkles aria-hidden="true" />}
            aria-disabled={isWriting}
            onClick={() => !isWriting && write()}
          >
            Write with AI
          </Button>
        )}
        <Templates texts={texts} onUse={onUse} onHashtags={captions.addHashtags} />
      </div>
      <TextArea
        label="Caption"
        rows={2}
        maxLength={CAPTION_MAX}
        error={errors.caption}
        hint={
          <>
            <span className={styles.counter}>{`${caption.length}/${CAPTION_MAX}`}</span>
            {notes.map((note) => (
              <span key={note} className={styles.note}>
                {note}
              </span>
            ))}
          </>
        }
        {...register('caption')}
      />
      <TextArea
        label="Description"
        rows={3}
        maxLength={POST_DESCRIPTION_MAX}
        error={errors.description}
        placeholder="Hashtags, mentions and links go here"
        {...register('description')}
      />
      {credits}
      {undo && (
        <Notice
          kind="info"
          action={
            <Button size="small" onClick={undo}>
              Undo
            </Button>
          }
        >
          Your text was replaced.
        </Notice>
      )}
      {captions.isOpen && <CaptionPanel captions={captions} hasTexts={hasTexts(texts)} />}
    </div>
  )
}

/** Caption templates and hashtag groups, from another feature. */
interface TemplateSlotProps {
  texts: { caption: string; description: string }
  onUse(texts: { caption: string; description: string }): void
  /** Adds hashtags to the post, without number signs. */
  onHashtags(tags: readonly string[]): void
}

export interface ScheduleSlots {
  Templates: ComponentType<TemplateSlotProps>
}
