/** The columns of the studio; a phone shows one of them, named in the URL (`?pane=`). */
export const STUDIO_PANES = ['create', 'edit', 'ideas'] as const
export type StudioPane = (typeof STUDIO_PANES)[number]

export function paneOf(search: URLSearchParams): StudioPane {
  const asked = search.get('pane')
  return STUDIO_PANES.find((pane) => pane === asked) ?? 'create'
}
