// Submits the form to the app automatically. Its button is for browsers without scripts.
const form = document.querySelector<HTMLFormElement>('#post-back');
form?.submit();
