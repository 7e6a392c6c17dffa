import { META_ALT_TEXT_MAX } from '@ninesixteen/shared/publishing/meta-options'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { CheckboxField } from '../../../../components/checkbox-field.tsx'
import { SwitchField } from '../../../../components/switch-field.tsx'
import { AltTextsField } from '../alt-texts-field.tsx'
import type { PlatformFieldsProps } from '../platform-form.ts'
import { WayField } from '../way-field.tsx'
import { slidesLeftOut, type MetaChoices, type MetaFormNetwork } from './meta-choices.ts'

type Props = PlatformFieldsProps<MetaChoices, object> & { network: MetaFormNetwork }

/** The options of Instagram or Threads. */
export function MetaFields(props: Props) {
  const { network, choices, onChange } = props
  const { label } = PLATFORMS[network.id]
  return (
    <>
      <WayField
        isManual={choices.handOver}
        manualHint={`When it’s time, we send you a link with the images and the caption. Post them in the ${label} app.`}
        onChange={(handOver) => onChange({ handOver })}
      />
      {!choices.handOver && <DirectOptions {...props} />}
    </>
  )
}

function DirectOptions({ network, choices, post, errors, onChange }: Props) {
  const { label } = PLATFORMS[network.id]
  const isVideo = post.kind === 'video'
  const leftOut = slidesLeftOut(network, choices, post)
  return (
    <>
      {network.hasStories && (
        <SwitchField
          label="Post as a story"
          hint={`A story disappears after 24 hours and shows ${isVideo ? 'the video' : 'one picture'} without a caption.`}
          checked={choices.story}
          onChange={(story) => onChange({ story })}
        />
      )}
      {leftOut !== null && (
        <CheckboxField
          label={`Leave out ${leftOut}`}
          hint={`${label} takes fewer slides than this slideshow has.`}
          checked={choices.firstSlidesOnly}
          error={errors['firstSlidesOnly'] ?? null}
          onChange={(firstSlidesOnly) => onChange({ firstSlidesOnly })}
        />
      )}
      {network.hasStories && isVideo && !choices.story && (
        <SwitchField
          label="Show in the profile grid"
          hint="The reel also appears among the posts of your profile."
          checked={choices.shareToFeed}
          onChange={(shareToFeed) => onChange({ shareToFeed })}
        />
      )}
      {network.hasStories && (
        <SwitchField
          label="AI-generated content"
          hint="Labels the post as made with AI."
          checked={choices.aiGenerated}
          onChange={(aiGenerated) => onChange({ aiGenerated })}
        />
      )}
      {!isVideo && !choices.story && (
        <AltTextsField
          images={post.images}
          written={choices.altTexts}
          maxLength={META_ALT_TEXT_MAX}
          onChange={(altTexts) => onChange({ altTexts })}
        />
      )}
    </>
  )
}
