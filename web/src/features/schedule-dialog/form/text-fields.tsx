import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import type { ComponentType } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { TextArea } from '../../../components/field.tsx'
import type { TemplateSlotProps } from '../schedule-slots.ts'
import type { ScheduleValues } from './schedule-values.ts'
import styles from './form.module.css'

export interface TextFieldsProps {
  caption: string
  description: string
  errors: { caption: string | null; description: string | null }
  /** How platforms change the texts. */
  notes: readonly string[]
  register: UseFormRegister<ScheduleValues>
  Templates: ComponentType<TemplateSlotProps>
  onUse: TemplateSlotProps['onUse']
}

/** Caption and description, shared by all accounts. */
export function TextFields({ caption, description, errors, notes, register, Templates, onUse }: TextFieldsProps) {
  return (
    <div className={styles.texts}>
      <div className={styles.templates}>
        <Templates texts={{ caption, description }} onUse={onUse} />
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
    </div>
  )
}
