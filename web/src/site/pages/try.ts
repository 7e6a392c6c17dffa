import { paths } from '../../app/paths.ts'
import { TryPage } from '../../routes/trial.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.try,
  title: 'Type a topic, see the slides',
  description:
    'Make a vertical 9:16 slideshow without an account: type a topic, watch the slides being written, and keep them if you like them.',
  Page: TryPage,
  drawsSlides: true,
}
