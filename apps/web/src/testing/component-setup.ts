// Components are tested with the styles they ship with: visibility and size decide what a user can reach.
import '../ui/app.css';
