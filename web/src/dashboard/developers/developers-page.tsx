export function DevelopersPage() {
  return null;
}
