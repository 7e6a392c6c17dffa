import { CircleDashed, Clapperboard, Hand, Images, Scissors, Sparkles } from 'lucide-react'
import { AccountAvatar } from '../../../../components/account-avatar.tsx'
import { PreviewFacts } from '../../preview/preview-facts.tsx'
import previewStyles from '../../preview/preview.module.css'
import type { PlatformPreviewProps } from '../platform-form.ts'
import { slidesLeftOut, textOf, type MetaChoices, type MetaFormNetwork } from './meta-choices.ts'
import { classNames } from '../../../../components/class-names.ts'
import styles from './meta-preview.module.css'

type Props = PlatformPreviewProps<MetaChoices, object> & { network: MetaFormNetwork }

/** The post as it appears in the feed, or a story as it fills the screen. */
export function MetaPreview({ network, account, choices, post, children }: Props) {
  const { text, leftOut } = textOf(network, choices, post)
  const isStory = network.hasStories && choices.story
  return (
    <>
      {isStory ? (
        <div className={previewStyles.phone}>{children}</div>
      ) : (
        <div className={classNames(previewStyles.feed, styles.feed)} role="group" aria-label="The post" tabIndex={0}>
          <p className={styles.account}>
            <AccountAvatar account={account} size={24} />
            {account.username}
          </p>
          {network.id === 'threads' && text !== '' && <p className={styles.text}>{text}</p>}
          <div className={styles.media}>{children}</div>
          {network.id === 'instagram' && text !== '' && (
            <p className={styles.text}>
              <strong>{account.username}</strong> {text}
            </p>
          )}
        </div>
      )}
      <PreviewFacts texts={[]} leftOut={leftOut} badges={badgesOf(network, choices, post)} />
    </>
  )
}

function badgesOf(network: MetaFormNetwork, choices: MetaChoices, post: Props['post']) {
  if (choices.handOver) return [{ icon: <Hand aria-hidden="true" />, words: 'You post it manually' }]
  const missing = slidesLeftOut(network, choices, post)
  return [
    formBadge(network, choices, post),
    ...(missing === null ? [] : [{ icon: <Scissors aria-hidden="true" />, words: `Without ${missing}` }]),
    ...(network.hasStories && choices.aiGenerated ? [{ icon: <Sparkles aria-hidden="true" />, words: 'AI-generated' }] : []),
  ]
}

function formBadge({ hasStories }: MetaFormNetwork, { story }: MetaChoices, { kind, images }: Props['post']) {
  if (hasStories && story) return { icon: <CircleDashed aria-hidden="true" />, words: 'Story' }
  if (kind === 'video') return { icon: <Clapperboard aria-hidden="true" />, words: hasStories ? 'Reel' : 'Video' }
  return { icon: <Images aria-hidden="true" />, words: images.length > 1 ? 'Carousel' : 'Picture' }
}
