import type { Container } from '../meta/containers.ts'
import { filesOf } from '../meta/containers.ts'
import type { Meta } from '../meta/routes.ts'
import { USERS } from '../meta/users.ts'
import type { Files } from '../published-posts/files.ts'
import { hashtagsIn } from '../published-posts/ledger.ts'
import type { FeedPart, FeedPost, FeedSource } from './post.ts'
import { feedFile } from './tiktok-view.ts'

/** Wider pictures are scaled to this width. */
const WIDTH_MAX = 1440

/** Posts of Instagram or Threads for the page. Nothing waits there: containers that were not published are no posts. */
export function metaSource({ network, containers }: Meta, files: Files): FeedSource {
  const find = (id: string): FeedPost | null => {
    const post = containers.findMedia(id)
    return post ? view(post.id, post.container, post.publishedAt) : null
  }
  const view = (id: string, container: Container, at: number): FeedPost => {
    const { text, placement, isAiGenerated, grant } = container
    const { user } = grant
    const isKnown = USERS.includes(user)
    return {
      platform: network.id,
      id,
      path: `/live/${network.id}/${id}`,
      state: 'out',
      at,
      account: { name: user.name, handle: `@${user.username}`, avatar: isKnown ? `/${network.id}/avatar/${user.id}.webp` : null },
      title: '',
      description: network.textField === 'caption' ? text : '',
      parts: [
        ...(network.textField === 'text' && text ? [{ kind: 'text' as const, text, isHeading: false }] : []),
        ...partsOf(container, files),
      ],
      cover: 0,
      tags: hashtagsIn(text),
      audience: 'everyone',
      comments: null,
      disclosure: null,
      placement,
      notes: notesOf(container, isAiGenerated),
      publishId: container.id,
      slug: null,
    }
  }
  return { published: ({ id }) => find(id), find, waiting: () => [] }
}

function partsOf(container: Container, files: Files): FeedPart[] {
  const images = filesOf(container).map(({ alt = '', ...file }) => feedFile(file, files, alt))
  if (images.length === 0) return []
  const [first] = images
  return container.kind === 'video' && first ? [{ kind: 'video', file: first }] : [{ kind: 'pages', files: images }]
}

function notesOf(container: Container, isAiGenerated: boolean): string[] {
  const isScaled = filesOf(container).some(({ width = 0 }) => width > WIDTH_MAX)
  return [...(isAiGenerated ? ['Labelled as AI-generated'] : []), ...(isScaled ? ['Scaled to 1,440 pixels wide'] : [])]
}
