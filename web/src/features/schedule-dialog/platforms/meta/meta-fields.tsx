import { META_ALT_TEXT_MAX } from '@ninesixteen/shared/publishing/meta-options'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { CheckboxField } from '../../../../components/checkbox-field.tsx'
import { SwitchField } from '../../../../components/switch-field.tsx'
import { AltTextsField } from '../alt-texts-field.tsx'
import type { PlatformFieldsProps } from '../platform-form.ts'
import { WayField } from '../way-field.tsx'
import { slidesLeftOut, type MetaChosen, type MetaFormNetwork } from './meta-choices.ts'

type Props = PlatformFieldsProps<MetaChosen, object> & { network: MetaFormNetwork }

/** The options of Instagram or Threads. */
export function MetaFields(props: Props) {
  const { network, chosen, onChange } = props
  const { label } = PLATFORMS[network.id]
  return (
    <>
      <WayField
        isManual={chosen.handOver}
        manualHint={`When it’s time, we send you a link with the images and the caption. Post them in the ${label} app.`}
        onChange={(handOver) => onChange({ handOver })}
      />
      {!chosen.handOver && <Direct {...props} />}
    </>
  )
}

function Direct({ network, chosen, post, errors, onChange }: Props) {
  const { label } = PLATFORMS[network.id]
  const isVideo = post.kind === 'video'
  const left = slidesLeftOut(network, chosen, post)
  return (
    <>
      {network.hasStories && (
        <SwitchField
          label="Post as a story"
          hint={`A story disappears after 24 hours and shows ${isVideo ? 'the video' : 'one picture'} without a caption.`}
          checked={chosen.story}
          onChange={(story) => onChange({ story })}
        />
      )}
      {left !== null && (
        <CheckboxField
          label={`Leave out ${left}`}
          hint={`${label} takes fewer slides than this slideshow has.`}
          checked={chosen.firstSlidesOnly}
          error={errors['firstSlidesOnly'] ?? null}
          onChange={(firstSlidesOnly) => onChange({ firstSlidesOnly })}
        />
      )}
      {network.hasStories && isVideo && !chosen.story && (
        <SwitchField
          label="Show in the profile grid"
          hint="The reel also appears among the posts of your profile."
          checked={chosen.shareToFeed}
          onChange={(shareToFeed) => onChange({ shareToFeed })}
        />
      )}
      {network.hasStories && (
        <SwitchField
          label="AI-generated content"
          hint="Labels the post as made with AI."
          checked={chosen.aiGenerated}
          onChange={(aiGenerated) => onChange({ aiGenerated })}
        />
      )}
      {!isVideo && !chosen.story && (
        <AltTextsField
          images={post.images}
          written={chosen.altTexts}
          most={META_ALT_TEXT_MAX}
          onChange={(altTexts) => onChange({ altTexts })}
        />
      )}
    </>
  )
}
