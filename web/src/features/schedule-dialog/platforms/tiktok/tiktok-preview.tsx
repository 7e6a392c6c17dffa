import type { TiktokCreator } from '@ninesixteen/shared/api/scheduled-posts'
import type { TiktokAudience } from '@ninesixteen/shared/publishing/tiktok-options'
import { EyeOff, Globe, Hand, Lock, MessageCircle, MessageCircleOff, Music2, Sparkles, Users } from 'lucide-react'
import { PreviewFacts } from '../../preview/preview-facts.tsx'
import previewStyles from '../../preview/preview.module.css'
import type { PlatformPreviewProps } from '../platform-form.ts'
import { AUDIENCE_LABELS, labelOf, tiktokText, type TiktokChoices } from './tiktok-choices.ts'
import styles from './tiktok-preview.module.css'

const AUDIENCE_ICONS: Record<TiktokAudience, typeof Globe> = {
  PUBLIC_TO_EVERYONE: Globe,
  MUTUAL_FOLLOW_FRIENDS: Users,
  FOLLOWER_OF_CREATOR: Users,
  SELF_ONLY: Lock,
}

/** The post as it appears on a phone, with shortened texts. */
export function TiktokPreview({ account, choices, facts, post, children }: PlatformPreviewProps<TiktokChoices, TiktokCreator>) {
  const { title, description, leftOut } = tiktokText(post)
  const { audience, handOver } = choices
  const Icon = audience === null ? EyeOff : AUDIENCE_ICONS[audience]
  const label = labelOf(choices)
  const isVideo = post.kind === 'video'
  return (
    <>
      <div className={previewStyles.phone}>
        {children}
        <div className={styles.over}>
          {label && <span className={styles.label}>{label}</span>}
          <p className={styles.name}>{facts?.nickname ?? account.displayName}</p>
          {title !== '' && <p className={styles.caption}>{title}</p>}
          {description !== '' && <p className={styles.more}>{description}</p>}
        </div>
      </div>
      <PreviewFacts
        texts={[{ name: 'Title', text: title }, ...(isVideo ? [] : [{ name: 'Description', text: description }])]}
        leftOut={leftOut}
        badges={
          handOver
            ? [{ icon: <Hand aria-hidden="true" />, words: 'You post it manually' }]
            : [
                { icon: <Icon aria-hidden="true" />, words: audience === null ? 'Audience not chosen' : AUDIENCE_LABELS[audience] },
                choices.allowComments && facts?.commentDisabled !== true
                  ? { icon: <MessageCircle aria-hidden="true" />, words: 'Comments on' }
                  : { icon: <MessageCircleOff aria-hidden="true" />, words: 'Comments off' },
                ...(choices.addMusic && !isVideo ? [{ icon: <Music2 aria-hidden="true" />, words: 'Music' }] : []),
                ...(choices.aiGenerated ? [{ icon: <Sparkles aria-hidden="true" />, words: 'AI-generated' }] : []),
              ]
        }
      />
    </>
  )
}
