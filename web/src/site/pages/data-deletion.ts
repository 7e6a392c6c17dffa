import { paths } from '../../app/paths.ts'
import { DataDeletionPage } from '../../routes/data-deletion.tsx'
import type { SitePage } from '../site-page.ts'

export const page: SitePage = {
  path: paths.dataDeletion,
  title: 'Data Deletion',
  description: 'How to delete everything this server stores about you, and how long each step takes.',
  Page: DataDeletionPage,
}
