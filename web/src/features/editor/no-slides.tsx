import { EmptyState } from '../../components/empty-state.tsx'

/** Shown without an open project. Imports no editor code, so it renders before the editor has loaded. */
export function NoSlides() {
  return (
    <EmptyState title="No slides generated yet" level={3}>
      Use the Slides generator to create your first slideshow
    </EmptyState>
  )
}
