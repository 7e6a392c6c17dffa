import { EmptyState } from '../../components/empty-state.tsx'

/** What stands in the editor's place where nothing is open: it needs nothing of the editor. */
export function NoSlides() {
  return (
    <EmptyState title="No slides generated yet" level={3}>
      Use the Slides generator to create your first slideshow
    </EmptyState>
  )
}
