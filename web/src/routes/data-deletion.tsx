export function DataDeletionPage() { return <h1>DataDeletionPage</h1> }
