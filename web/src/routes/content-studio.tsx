export function ContentStudioPage() { return <h1>ContentStudioPage</h1> }
