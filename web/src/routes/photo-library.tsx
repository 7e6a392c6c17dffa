import { PageTitle } from '../app/page-title.tsx'
import { Page } from '../components/page.tsx'
import { MyPhotos } from '../features/library/my-photos.tsx'

export function PhotoLibraryPage() {
  return (
    <Page title="Photo Library" subtitle="The backgrounds of your slides come from here">
      <PageTitle>Photo Library</PageTitle>
      <MyPhotos />
    </Page>
  )
}
