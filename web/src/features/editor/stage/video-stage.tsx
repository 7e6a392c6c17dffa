import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { useState, useSyncExternalStore } from 'react'
import type { EditorSlots } from '../editor-slots.ts'
import { useEditor, useEditorSession, useEditorUi, useSlide, useStatus } from '../document/session-context.ts'
import styles from './stage.module.css'

/** A video's player below the slide. Whether the project is a video is decided on opening and doesn't change with edits. */
export function VideoStage({ VideoPreview, screen }: Pick<EditorSlots, 'VideoPreview'> & { screen: HTMLElement | null }) {
  const { project, store, draft } = useEditorSession()
  const ui = useEditorUi()
  const companyId = useStatus((status) => status.companyId)
  const [isVideo] = useState(() => CONTENT_TYPES[project.contentType].output === 'video' || isVideoProject(store.doc()))
  const slide = useSlide()
  const editing = useEditor((state) => state.editing !== null)
  const dragging = useSyncExternalStore(draft.subscribe, () => draft.get() !== null)
  if (!isVideo) return null
  return (
    <div className={styles.video} data-stage-ui>
      <VideoPreview
        projectId={project.id}
        companyId={companyId}
        slide={slide}
        screen={screen}
        holding={editing || dragging}
        announce={store.announce}
        onAddPhotos={() => ui.pick('background')}
      />
    </div>
  )
}
