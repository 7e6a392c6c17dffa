export function PhotoLibraryPage() { return <h1>PhotoLibraryPage</h1> }
