import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { videoPhotos } from '@ninesixteen/shared/video/photos'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../api/client.ts'
import { videoPhotosQuery } from '../../../api/library-photos.ts'
import { useStudioStore } from '../../../app/studio-store.ts'
import type { PostContent } from './post-content.ts'

export interface LoadedContent {
  content: PostContent | null
  loading: boolean
  error: unknown
  retry(): void
}

type Source = Pick<Project, 'id' | 'title' | 'contentType' | 'companyId' | 'slides'> & { version: number | null }

/** The slideshow from the editor with unsaved edits, else from the server. */
function useSource(projectId: string | null) {
  const open = useStudioStore(({ openDocument }) => (openDocument?.projectId === projectId ? openDocument : null))
  const isRequested = projectId !== null && open === null
  const saved = useQuery(
    orpc.projects.get.queryOptions({ input: { id: projectId ?? '' }, enabled: isRequested, staleTime: 0, gcTime: 0, retry: false }),
  )
  const source = useMemo<Source | null>(() => {
    if (open) return { ...open, id: open.projectId, version: null, slides: [...open.slides] }
    return isRequested ? (saved.data ?? null) : null
  }, [open, isRequested, saved.data])
  return { source, query: saved, isRequested }
}

/** The content of a new post of a project. */
export function useProjectContent(projectId: string | null): LoadedContent {
  const { source, query, isRequested } = useSource(projectId)
  const isMultiPhoto = source !== null && (CONTENT_TYPES[source.contentType].output === 'video' || isVideoProject(source))
  const media = useQuery({ ...videoPhotosQuery(source?.id ?? '', source?.companyId ?? null), enabled: isMultiPhoto })
  const content = useMemo<PostContent | null>(() => {
    if (!source || (isMultiPhoto && !media.data)) return null
    const { id, title, slides, version } = source
    const photos = videoPhotos({
      projectId: id,
      background: slides[0]?.backgroundImage ?? null,
      library: { all: media.data?.photos ?? [], ofCompany: [] },
      fallback: { backgrounds: [], library: [] },
    })
    return { projectId: id, version, title, slides, photos: isMultiPhoto ? photos : null, files: null, fixedKind: null }
  }, [source, isMultiPhoto, media.data])
  const error = query.error ?? (isMultiPhoto ? media.error : null)
  return {
    content,
    loading: content === null && error === null && (isRequested || source !== null),
    error,
    retry: () => void (query.isError ? query.refetch() : media.refetch()),
  }
}

/** The content of an existing post: its rendered files. */
export function contentOfPost({ projectId, projectTitle, kind, media }: PostDetails): PostContent {
  return {
    projectId,
    version: null,
    title: projectTitle ?? 'Unknown Project',
    slides: [],
    photos: null,
    files: media.map(({ position, url, mimeType }) => ({ id: String(position), url, isVideo: mimeType.startsWith('video/') })),
    fixedKind: kind,
  }
}
