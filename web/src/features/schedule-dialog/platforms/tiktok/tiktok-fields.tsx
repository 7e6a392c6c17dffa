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
import { AUDIENCE_LABELS, coverIndexOf, labelOf, type TiktokChoices } from './tiktok-choices.ts'

type Props = PlatformFieldsProps<TiktokChoices, TiktokCreator>

const AUDIENCE_DETAILS: Partial<Record<TiktokAudience, string>> = { MUTUAL_FOLLOW_FRIENDS: 'Followers you follow back' }

/** TikTok's options. Its guidelines forbid preselected choices. */
export function TiktokFields(props: Props) {
  const { choices, onChange, facts, post } = props
  return (
    <>
      <WayField
        isManual={choices.handOver}
        manualHint="When it’s time, we send you a link with the images and the caption. Post them in the TikTok app and choose audience, comments and music there."
        onChange={(handOver) => onChange({ handOver })}
      />
      {(choices.withoutLogo || post.images.some((image) => 'slide' in image && image.slide.logoImage !== null)) && (
        <SwitchField
          label="Without the logo"
          hint="TikTok can reject posts with a logo that an app added. Your other networks show it."
          checked={choices.withoutLogo}
          onChange={(withoutLogo) => onChange({ withoutLogo })}
        />
      )}
      {!choices.handOver && facts && facts.refusal === null && <DirectOptions {...props} facts={facts} />}
    </>
  )
}

function DirectOptions(props: Props & { facts: TiktokCreator }) {
  const { choices, post, onChange } = props
  const isVideo = post.kind === 'video'
  return (
    <>
      <Audience {...props} />
      <AllowedInteractions {...props} />
      <Disclosure {...props} />
      {!isVideo && (
        <CoverChoice
          label="Cover"
          images={post.images}
          index={coverIndexOf(choices, post)}
          onChange={(index) => onChange({ coverId: post.images[index]?.id ?? null })}
        />
      )}
      {!isVideo && (
        <SwitchField
          label="Add music"
          hint="TikTok picks a song for the images."
          checked={choices.addMusic}
          onChange={(addMusic) => onChange({ addMusic })}
        />
      )}
      <SwitchField
        label="AI-generated content"
        hint={`Labels the ${isVideo ? 'video' : 'post'} as made with AI. TikTok requires it for realistic images and voices.`}
        checked={choices.aiGenerated}
        onChange={(aiGenerated) => onChange({ aiGenerated })}
      />
    </>
  )
}

function Audience({ choices, facts, errors, onChange }: Props & { facts: TiktokCreator }) {
  const isBranded = choices.discloses && choices.brandedContent
  const options = facts.audiences.map((value) => {
    const isForbidden = value === 'SELF_ONLY' && isBranded
    const detail = isForbidden ? 'Branded content can’t be visible only to you' : AUDIENCE_DETAILS[value]
    return { value, label: AUDIENCE_LABELS[value], disabled: isForbidden, ...(detail === undefined ? {} : { detail }) }
  })
  const isOffered = choices.audience !== null && facts.audiences.includes(choices.audience)
  return (
    <Select
      label="Who can see this post"
      placeholder="Choose an audience"
      value={isOffered ? (choices.audience ?? '') : ''}
      options={options}
      error={errors['audience'] ?? null}
      onChange={(audience) => onChange({ audience })}
    />
  )
}

function AllowedInteractions({ choices, facts, post, onChange }: Props & { facts: TiktokCreator }) {
  const offHint = 'Turned off in the settings of this TikTok account'
  const rows = [
    { name: 'allowComments', label: 'Comment', isForbidden: facts.commentDisabled },
    ...(post.kind === 'video'
      ? ([
          { name: 'allowDuet', label: 'Duet', isForbidden: facts.duetDisabled },
          { name: 'allowStitch', label: 'Stitch', isForbidden: facts.stitchDisabled },
        ] as const)
      : []),
  ] as const
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Allow others to</legend>
      {rows.map(({ name, label, isForbidden }) => (
        <CheckboxField
          key={name}
          label={label}
          checked={choices[name] && !isForbidden}
          disabled={isForbidden}
          hint={isForbidden ? offHint : undefined}
          onChange={(checked) => onChange({ [name]: checked })}
        />
      ))}
    </fieldset>
  )
}

function Disclosure({ choices, errors, post, onChange }: Props) {
  const id = useId()
  const label = labelOf(choices)
  const isOnlyMe = choices.audience === 'SELF_ONLY'
  return (
    <div className={styles.group}>
      <SwitchField
        label="Disclose promotional content"
        hint="Turn this on if the post promotes you, your business, or someone else in return for something of value."
        checked={choices.discloses}
        onChange={(discloses) => onChange({ discloses })}
      />
      {choices.discloses && (
        <div role="group" aria-label="Promoted content" aria-describedby={`${id}-label`} className={styles.nested}>
          <CheckboxField
            label="Your content"
            hint="You promote yourself or your own business."
            checked={choices.yourBrand}
            error={errors['disclosure'] ?? null}
            onChange={(yourBrand) => onChange({ yourBrand })}
          />
          <CheckboxField
            label="Branded content"
            hint={isOnlyMe ? 'Branded content can’t be visible only to you.' : 'You promote another brand or someone else.'}
            checked={choices.brandedContent}
            disabled={isOnlyMe && !choices.brandedContent}
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
