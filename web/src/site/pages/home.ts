import { paths } from '../../app/paths.ts'
import { HomePage } from '../../routes/home.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.home,
  title: 'Vertical slideshows from a topic',
  description:
    'Type a topic and get a finished 9:16 slideshow over your own photos: edit it, export every slide at 1080 × 1920, or schedule it to TikTok, Instagram, Threads and Tumblr. Open source, on your own server.',
  Page: HomePage,
}
