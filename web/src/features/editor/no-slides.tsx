import { EmptyState } from '../../components/empty-state.tsx'

/** Shown without an open project; `isFirst` while the user has no slideshow yet. Imports no editor code, so it renders before the editor has loaded. */
export function NoSlides({ isFirst }: { isFirst: boolean }) {
  if (!isFirst) {
    return (
      <EmptyState title="No slideshow is open" level={3}>
        Open one of your recent slideshows, or generate a new one.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No slides generated yet" level={3}>
      Use the Slides generator to create your first slideshow
    </EmptyState>
  )
}
