import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import type { TiktokAudience } from '@ninesixteen/shared/publishing/tiktok-options'
import { useId } from 'react'
import { CheckboxField } from '../../../../components/checkbox-field.tsx'
import { Select } from '../../../../components/select.tsx'
import { SwitchField } from '../../../../components/switch-field.tsx'
import { CoverChoice } from '../../content/cover-choice.tsx'
import type { PlatformFieldsProps } from '../platform-form.ts'
import { WayField } from '../way-field.tsx'
import styles from './tiktok-fields.module.css'
import { AUDIENCE_LABELS, coverIndexOf, labelOf, type TiktokChosen } from './tiktok-choices.ts'

type Props = PlatformFieldsProps<TiktokChosen, TiktokCreator>

const AUDIENCE_DETAILS: Partial<Record<TiktokAudience, string>> = { MUTUAL_FOLLOW_FRIENDS: 'Followers you follow back' }

/** TikTok's options. Its guidelines forbid preselected choices. */
export function TiktokFields(props: Props) {
  const { chosen, onChange, facts } = props
  return (
    <>
      <WayField
        isManual={chosen.handOver}
        manualHint="When it’s time, we send you a link with the images and the caption. Post them in the TikTok app and choose audience, comments and music there."
        onChange={(handOver) => onChange({ handOver })}
      />
      {!chosen.handOver && facts && facts.refusal === null && <Direct {...props} facts={facts} />}
    </>
  )
}

function Direct(props: Props & { facts: TiktokCreator }) {
  const { chosen, post, onChange } = props
  const isVideo = post.kind === 'video'
  return (
    <>
      <Audience {...props} />
      <Allowed {...props} />
      <Disclosure {...props} />
      {!isVideo && (
        <CoverChoice
          label="Cover"
          images={post.images}
          index={coverIndexOf(chosen, post)}
          onChange={(index) => onChange({ coverId: post.images[index]?.id ?? null })}
        />
      )}
      {!isVideo && (
        <SwitchField
          label="Add music"
          hint="TikTok picks a song for the images."
          checked={chosen.addMusic}
          onChange={(addMusic) => onChange({ addMusic })}
        />
      )}
      <SwitchField
        label="AI-generated content"
        hint={`Labels the ${isVideo ? 'video' : 'post'} as made with AI. TikTok requires it for realistic images and voices.`}
        checked={chosen.aiGenerated}
        onChange={(aiGenerated) => onChange({ aiGenerated })}
      />
    </>
  )
}

function Audience({ chosen, facts, errors, onChange }: Props & { facts: TiktokCreator }) {
  const isBranded = chosen.discloses && chosen.brandedContent
  const options = facts.audiences.map((value) => {
    const isBarred = value === 'SELF_ONLY' && isBranded
    const detail = isBarred ? 'Branded content can’t be visible only to you' : AUDIENCE_DETAILS[value]
    return { value, label: AUDIENCE_LABELS[value], disabled: isBarred, ...(detail === undefined ? {} : { detail }) }
  })
  const isOffered = chosen.audience !== null && facts.audiences.includes(chosen.audience)
  return (
    <Select
      label="Who can see this post"
      placeholder="Choose an audience"
      value={isOffered ? (chosen.audience ?? '') : ''}
      options={options}
      error={errors['audience'] ?? null}
      onChange={(audience) => onChange({ audience })}
    />
  )
}

function Allowed({ chosen, facts, post, onChange }: Props & { facts: TiktokCreator }) {
  const off = 'Turned off in the settings of this TikTok account'
  const rows = [
    { name: 'allowComments', label: 'Comment', isBarred: facts.commentDisabled },
    ...(post.kind === 'video'
      ? ([
          { name: 'allowDuet', label: 'Duet', isBarred: facts.duetDisabled },
          { name: 'allowStitch', label: 'Stitch', isBarred: facts.stitchDisabled },
        ] as const)
      : []),
  ] as const
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Allow others to</legend>
      {rows.map(({ name, label, isBarred }) => (
        <CheckboxField
          key={name}
          label={label}
          checked={chosen[name] && !isBarred}
          disabled={isBarred}
          hint={isBarred ? off : undefined}
          onChange={(checked) => onChange({ [name]: checked })}
        />
      ))}
    </fieldset>
  )
}

function Disclosure({ chosen, errors, post, onChange }: Props) {
  const id = useId()
  const label = labelOf(chosen)
  const isOnlyMe = chosen.audience === 'SELF_ONLY'
  return (
    <div className={styles.group}>
      <SwitchField
        label="Disclose promotional content"
        hint="Turn this on if the post promotes you, your business, or someone else in return for something of value."
        checked={chosen.discloses}
        onChange={(discloses) => onChange({ discloses })}
      />
      {chosen.discloses && (
        <div role="group" aria-label="Promoted content" aria-describedby={`${id}-label`} className={styles.nested}>
          <CheckboxField
            label="Your content"
            hint="You promote yourself or your own business."
            checked={chosen.yourBrand}
            error={errors['disclosure'] ?? null}
            onChange={(yourBrand) => onChange({ yourBrand })}
          />
          <CheckboxField
            label="Branded content"
            hint={isOnlyMe ? 'Branded content can’t be visible only to you.' : 'You promote another brand or someone else.'}
            checked={chosen.brandedContent}
            disabled={isOnlyMe && !chosen.brandedContent}
            onChange={(brandedContent) => onChange({ brandedContent })}
          />
          <p id={`${id}-label`} className={styles.note}>
            {label &&
              `Your ${post.kind === 'video' ? 'video' : 'photo'} will be labeled as “${label}”. You can’t change this after posting.`}
          </p>
        </div>
      )}
    </div>
  )
}
