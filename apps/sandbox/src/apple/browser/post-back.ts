// The form goes to the app by itself; its button is for browsers without scripts.
const form = document.querySelector<HTMLFormElement>('#post-back');
form?.submit();
