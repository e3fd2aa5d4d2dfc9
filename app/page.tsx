export default function Page() {
  return <main>Encaje</main>;
}
