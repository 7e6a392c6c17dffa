import { PICKER_BLOGS_MAX, PICKER_POSTS_PER_BLOG, PREVIEW_PHOTOS } from '@ninesixteen/shared/api/limits'
import type { BlogPhoto, FollowedBlog } from '@ninesixteen/shared/api/blogs'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { importPhoto } from '../../api/import-photo.ts'
import { connectPath } from '../../app/connect-return.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { PhotoGridSkeleton } from './photo-grid.tsx'
import { RemoteThumbnail } from './remote-thumbnail.tsx'
import styles from './picker.module.css'

export interface BlogPhotosTabProps {
  platform: PlatformId
  label: string
  onPick(filePath: string): void
}

/** Chooses a blog that the connected account follows, then one of its photos. */
export function BlogPhotosTab({ platform, label, onPick }: BlogPhotosTabProps) {
  const followed = useQuery(orpc.blogs.followed.queryOptions({ input: { platform } }))
  const [blog, setBlog] = useState<FollowedBlog | null>(null)
  const picking = useMutation({
    mutationFn: (photo: BlogPhoto) => importPhoto({ purpose: 'image-box', link: photo.originalSize.url }),
    onSuccess: ({ filePath }) => onPick(filePath),
  })
  if (followed.isPending) return <Tab content={<PhotoGridSkeleton />} />
  // A failure shows an empty view, as specified. The account is still connected.
  if (followed.isError)
    return <Tab content={<NoAnswer label={label} busy={followed.isFetching} onAgain={() => void followed.refetch()} />} />
  if (!followed.data.connected) return <ConnectionNeeded platform={label} />
  if (followed.data.reconnect) {
    const action = (
      <ButtonLink size="small" to={connectPath()}>
        Reconnect @{followed.data.username}
      </ButtonLink>
    )
    return (
      <Tab
        content={
          <Notice kind="warn" action={action}>
            {label} no longer accepts the connection.
          </Notice>
        }
      />
    )
  }
  return (
    <div className={styles.tab}>
      {picking.isError && <Notice kind="bad">{errorText(picking.error)}</Notice>}
      {blog ? (
        <Photos platform={platform} blog={blog} busy={picking.isPending} onBack={() => setBlog(null)} onPick={picking.mutate} />
      ) : (
        <BlogChoice platform={platform} blogs={followed.data.blogs.slice(0, PICKER_BLOGS_MAX)} onChoose={setBlog} />
      )}
    </div>
  )
}

function NoAnswer({ label, busy, onAgain }: { label: string; busy: boolean; onAgain(): void }) {
  const again = (
    <Button busy={busy} onClick={onAgain}>
      Try again
    </Button>
  )
  return (
    <EmptyState title={`${label} is not responding right now`} ghost="pictures" level={3} action={again}>
      Your account is still connected. You can use My Photos in the meantime.
    </EmptyState>
  )
}

function Tab({ content }: { content: ReactNode }) {
  return <div className={styles.tab}>{content}</div>
}

interface PhotosOfBlog {
  photos: BlogPhoto[]
  loading: boolean
  /** Text of the empty state. */
  none: string
}

function usePhotos(platform: PlatformId, blog: string): PhotosOfBlog {
  const input = { platform, blog, limit: PICKER_POSTS_PER_BLOG }
  const query = useQuery(orpc.blogs.posts.queryOptions({ input, retry: false }))
  const photos = (query.data?.posts ?? []).flatMap((post) => post.photos)
  return { photos, loading: query.isPending, none: query.isError ? 'Not responding right now' : 'No photos found' }
}

function BlogChoice({ platform, blogs, onChoose }: { platform: PlatformId; blogs: FollowedBlog[]; onChoose(blog: FollowedBlog): void }) {
  if (blogs.length === 0) {
    return (
      <EmptyState title="No followed blogs found" ghost="pictures" level={3}>
        Follow some blogs, then come back here.
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="select-blog" className={styles.choice}>
      <h3 id="select-blog" className={styles.heading}>
        Select Blog
      </h3>
      <ul className={styles.blogs}>
        {blogs.map((blog) => (
          <li key={blog.name}>
            <BlogCard platform={platform} blog={blog} onChoose={() => onChoose(blog)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BlogCard({ platform, blog, onChoose }: { platform: PlatformId; blog: FollowedBlog; onChoose(): void }) {
  const { photos, loading, none } = usePhotos(platform, blog.name)
  const shown = photos.slice(0, PREVIEW_PHOTOS)
  const isEmpty = !loading && photos.length === 0
  return (
    <button type="button" className={styles.blog} disabled={isEmpty} onClick={onChoose}>
      <span className={styles.previews} aria-busy={loading || undefined} aria-hidden="true">
        {Array.from({ length: PREVIEW_PHOTOS }, (_, at) => {
          const photo = shown[at]
          return <span key={at}>{photo && <RemoteThumbnail url={photo.thumbnail.url} />}</span>
        })}
      </span>
      <span className={styles.blogName}>@{blog.name}</span>
      <span className={styles.blogTitle}>{isEmpty ? none : blog.title}</span>
    </button>
  )
}

interface PhotosProps {
  platform: PlatformId
  blog: FollowedBlog
  busy: boolean
  onBack(): void
  onPick(photo: BlogPhoto): void
}

function Photos({ platform, blog, busy, onBack, onPick }: PhotosProps) {
  const { photos, loading, none } = usePhotos(platform, blog.name)
  return (
    <section aria-labelledby="photos-of-blog" className={styles.choice}>
      <div className={styles.bar}>
        <Button size="small" variant="ghost" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          Select Blog
        </Button>
        <h3 id="photos-of-blog" className={styles.heading}>
          @{blog.name}
        </h3>
        {busy && <span role="status">Loading photo...</span>}
      </div>
      {loading && <PhotoGridSkeleton />}
      {!loading && photos.length === 0 && <EmptyState title={none} ghost="none" level={3} />}
      <ul className={styles.grid} aria-label={`Photos of @${blog.name}`}>
        {photos.map((photo, at) => (
          <li key={photo.originalSize.url}>
            <button
              type="button"
              className={styles.photo}
              disabled={busy}
              aria-label={photo.altText || `Photo ${at + 1} of @${blog.name}`}
              onClick={() => onPick(photo)}
            >
              <RemoteThumbnail url={photo.thumbnail.url} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ConnectionNeeded({ platform }: { platform: string }) {
  return (
    <div className={styles.tab}>
      <EmptyState
        title={`${platform} is not connected`}
        ghost="pictures"
        level={3}
        action={
          <ButtonLink to={connectPath()} variant="primary">
            Connect in Settings
          </ButtonLink>
        }
      >
        Connect your {platform} account to use photos of the blogs you follow.
      </EmptyState>
    </div>
  )
}
